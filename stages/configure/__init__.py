"""params.yaml and conf/ become resolved.yaml."""
