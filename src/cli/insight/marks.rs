//! Where logs have what: the members that name a model, a tool, a provider and a time, and those that show what a line is.

/// Members that hold the answer of an API, and where it is the line itself.
pub(super) const INSIDE: [&str; 5] = ["", "/response", "/response/body", "/body", "/value"];

/// Members that only answers of APIs have.
pub(super) const ENVELOPES: [&str; 14] = [
    "candidates",
    "choices",
    "custom_id",
    "done_reason",
    "finish_reason",
    "object",
    "output_text",
    "stopReason",
    "stop_reason",
    "tool_calls",
    "usage",
    "usageMetadata",
    "modelVersion",
    "system_fingerprint",
];

/// Members that hold calls, or lead to them.
pub(super) const CALLS: [&str; 17] = [
    "arguments",
    "args",
    "candidates",
    "choices",
    "content",
    "functionCall",
    "function_call",
    "input",
    "item",
    "message",
    "messages",
    "output",
    "parameters",
    "toolUse",
    "tool_call",
    "tool_calls",
    "tool_uses",
];

/// Where a model is named, the best place first.
pub(super) const MODELS: &[&str] = &[
    "/model",
    "/modelVersion",
    "/modelId",
    "/model_id",
    "/response/model",
    "/response/body/model",
    "/body/model",
    "/message/model",
    "/value/model",
    "/request/model",
    "/metadata/model",
];

/// Where a tool is named, beside the calls themselves.
pub(super) const TOOLS: &[&str] = &["/tool", "/tool_name", "/metadata/tool"];

/// Where a provider is named.
pub(super) const PROVIDERS: &[&str] = &["/provider", "/metadata/provider", "/response/provider"];

/// Where a time is.
pub(super) const TIMES: &[&str] = &[
    "/timestamp",
    "/@timestamp",
    "/time",
    "/ts",
    "/created",
    "/created_at",
    "/createTime",
    "/response/created",
    "/response/created_at",
    "/response/body/created",
    "/response/body/created_at",
    "/body/created",
    "/value/created",
    "/value/created_at",
];
