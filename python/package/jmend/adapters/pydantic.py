"""A base class for pydantic models that frameworks fill from the text of a model."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel

from ._shared import fitted_text


class RepairedModel(BaseModel):
    """Repairs what `model_validate_json` is given: `class Order(RepairedModel)` in place of `class Order(BaseModel)`.

    instructor and `parse` of the OpenAI SDK call it. What was cut off or cannot be repaired stays as it is and is refused; a value
    that does not fit raises the errors of the model.
    """

    @classmethod
    def model_validate_json(cls, json_data: str | bytes | bytearray, **options: Any) -> Any:
        text = json_data if isinstance(json_data, str) else json_data.decode(errors="replace")
        return super().model_validate_json(fitted_text(text, cls), **options)
