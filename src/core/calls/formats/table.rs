//! The rows of the table of formats, in the order in which their readers are asked.

use super::{Format, ROW, Reader};

macro_rules! formats {
    ($($id:literal $models:literal $example:literal { $($field:ident: $value:expr),* $(,)? })*) => {
        static ROWS: [Format; [$($id),*].len()] = [
            $(Format { id: $id, models: $models, example: $example, $($field: $value,)* ..ROW },)*
        ];

        /// Every format, in the order in which their readers are asked. A row has one address, in constants as well.
        pub static FORMATS: &[Format] = &ROWS;
    };
}

/// Lists what ends a block of the Hermes family: its own tags, and those that models write instead.
const HERMES_ENDS: &[&str] = &[
    "</tool_call>",
    "</tool>",
    "</tools>",
    "</function_call>",
    "</think>",
    "<tool_call>",
    "<function_call>",
    "<|im_end|>",
    "</response>",
    "</json>",
    "</xml>",
];

/// Lists what closes a block of the Hermes family.
const HERMES_CLOSE: &[&str] = &[
    "</tool_call>",
    "</tool>",
    "</tools>",
    "</function_call>",
    "</response>",
    "</json>",
    "</xml>",
    "</tool_calls>",
];

/// Lists what stands around the words of `DeepSeek`.
const DEEPSEEK_LEAD: &[&str] = &["<｜", "<|", "<*tool*begin*>"];
const DEEPSEEK_CLOSE: &[&str] = &["<｜tool▁call▁end｜>", "<*tool*end*>"];

/// Lists what a model writes around a call in Python that it prints.
const PRINTED_LEAD: &[&str] = &["print(", "python(", "tool_code ="];

/// Lists what stands around JSON that no marker of another format announces.
const BARE_LEAD: &[&str] = &["<*tool*>", "<*function*>", "<*action*>"];
const BARE_CLOSE: &[&str] = &["</*tool*>", "</*function*>", "</*action*>", "<*tool*end*>"];

/// Says how `DeepSeek` spells the words of its opener.
const DEEPSEEK_MARKERS: &[&str] =
    &["tool▁call▁begin", "tool_call_begin", "tool call begin", "tool\\_call\\_begin", "tool▁call_begin"];

/// Lists what ends the arguments of a call of `DeepSeek`.
const DEEPSEEK_ENDS: &[&str] = &[
    "```<｜",
    "```<|",
    "\n```",
    "<｜tool▁call▁end｜>",
    "<|tool▁call▁end|>",
    "<｜tool_call_end｜>",
    "<|tool_call_end|>",
    "<｜tool▁call▁begin｜>",
    "<|tool▁call▁begin|>",
    "<｜tool call end｜>",
];

/// Lists what ends the arguments of a call of Kimi.
const KIMI_ENDS: &[&str] =
    &["<|tool_call_end|>", "<|tool_call_begin|>", "<|tool_calls_section_end|>", "<|tool_call_section_end|>"];

/// Lists what ends a call of the grammars with `invoke`.
const INVOKE_ENDS: &[&str] = &["invoke>", "invoke name="];

/// Lists what stands around calls of the grammars with `invoke`, in any namespace.
const INVOKE_LEAD: &[&str] = &["<", "<*calls>", "<*tool_call>", "<*tool*begin*>", "<*tool*sep*>"];
const INVOKE_CLOSE: &[&str] = &["invoke>", "</*invoke>", "</*calls>", "</*tool_call>", "<*tool*end*>"];

formats! {
    // signalnine/q27, issue 24; first, because a head in JSON is the beginning of an object as well
    "qwen3-coder-drift" "Qwen3-Coder and Qwen3.5 to 3.8, where the head of a call is damaged"
        "<parameter=ls>\n<parameter=path>\n/\n</parameter>\n</function>"
        { markers: &["<tool_call>", "<function=", "function=", "<parameter="], ends: &["</function>", "</tool_call>"], lead: &["<tool_calls>"], close: &["</function>", "</tool_call>", "</tool_calls>"], family: Some("qwen3-coder-xml"), read: Reader::BrokenHead }
    // JSON after a marker
    "hermes" "Hermes 2 and 3, Qwen2.5, Qwen3, QwQ, SmolLM3, MiMo, Ernie 4.5, Reka, Granite 4"
        "<tool_call>\n{\"name\": \"ls\", \"arguments\": {\"path\": \"/\"}}\n</tool_call>"
        { markers: &["<tool_call>", "<tool>", "<tools>", "<response>", "<json>", "<xml>"], ends: HERMES_ENDS, lead: &["<tool_calls>"], close: HERMES_CLOSE, read: Reader::JsonBlock }
    "granite" "Granite 3"
        "<|tool_call|>[{\"name\": \"ls\", \"arguments\": {\"path\": \"/\"}}]"
        { markers: &["<|tool_call|>"], ends: &["<|tool_call|>", "<|/tool_call|>", "<|end_of_text|>"], close: &["<|/tool_call|>"], read: Reader::JsonBlock }
    // vLLM: tool_parsers/step_audio_2_tool_parser.py
    "step-audio-2" "Step-Audio 2"
        "<tool_call>function\nls\n{\"path\": \"/\"}</tool_call>"
        { markers: &["<tool_call>"], ends: HERMES_ENDS, close: HERMES_CLOSE, template: "<tool_call>function\n{name}\n{arguments}{?</tool_call>}", read: Reader::Template }
    // SGLang: function_call/glm53_flash_detector.py
    "glm-5.3-flash" "GLM 5.3 Flash"
        "<tool_call>ls>{\"path\": \"/\"}"
        { markers: &["<tool_call>"], ends: HERMES_ENDS, close: HERMES_CLOSE, template: "<tool_call>{name}>{arguments}{?</tool_call>}", read: Reader::Template }
    // seen where a model mixes GLM-4 with Hermes
    "hermes-name" "models that drift from Hermes: the name stands before the arguments"
        "<tool_call>ls\n{\"path\": \"/\"}</tool_call>"
        { markers: &["<tool_call>", "<function_call>", "```tool_call", "```function_call"], ends: HERMES_ENDS, close: HERMES_CLOSE, template: "{marker}{name} {arguments}{?</tool_call>}{?</function_call>}", read: Reader::Template }
    // vLLM: tool_parsers/rwkv_tool_parser.py
    "rwkv" "RWKV 7"
        "**Tool Call:**\n```json\n{\"name\": \"ls\", \"arguments\": {\"path\": \"/\"}}\n```"
        { markers: &["**Tool Call:**"], ends: &["```", "**Tool Call:**"], read: Reader::JsonBlock }
    // vLLM: tool_parsers/hyperclovax_seed_think_14b_tool_parser.py
    "hyperclova-x" "HyperCLOVA X SEED Think 14B"
        " -> tool/function_call\n[{\"name\": \"ls\", \"arguments\": {\"path\": \"/\"}}]<|im_end|>"
        { markers: &["-> tool/function_call"], ends: &["<|im_end|>", "<|stop|>"], close: &["<|im_end|>", "<|stop|>"], read: Reader::JsonBlock }
    // vLLM: tool_parsers/pangu_tool_parser.py, openpangu_v2_tool_parser.py
    "openpangu" "openPangu 7B and Embedded 1B"
        "[unused11][{\"name\": \"ls\", \"arguments\": {\"path\": \"/\"}}][unused12]"
        { markers: &["[unused11]"], ends: &["[unused12]", "[unused11]"], close: &["[unused12]"], read: Reader::JsonBlock }
    "granite-20b-fc" "Granite 20B function calling, and models that drift from Hermes"
        "<function_call> {\"name\": \"ls\", \"arguments\": {\"path\": \"/\"}}"
        { markers: &["<function_call>"], ends: HERMES_ENDS, lead: &["<tool_calls>"], close: HERMES_CLOSE, read: Reader::JsonBlock }
    "xml-name-arguments" "models without a format of their own"
        "<function_call><name>ls</name><arguments>{\"path\": \"/\"}</arguments></function_call>"
        { markers: &["<function_call>", "<tool_call>", "<tool_use>"],
          ends: &["</arguments>", "</parameters>", "<function_call>", "<tool_call>", "<tool_use>"],
          close: &["</arguments>", "</parameters>", "</function_call>", "</tool_call>", "</tool_use>"],
          template: "{marker}<name>{name}</name>{?<arguments>}{?<parameters>}{arguments}{?</arguments>}{?</parameters>}{?</function_call>}{?</tool_call>}{?</tool_use>}",
          read: Reader::Template }
    "xml-tool_name-arguments" "models without a format of their own"
        "<tool_call><tool_name>ls</tool_name><parameters>{\"path\": \"/\"}</parameters></tool_call>"
        { markers: &["<function_call>", "<tool_call>", "<tool_use>"],
          ends: &["</arguments>", "</parameters>", "</tool_args>", "</args>", "<function_call>", "<tool_call>", "<tool_use>"],
          close: &["</arguments>", "</parameters>", "</tool_args>", "</args>", "</function_call>", "</tool_call>", "</tool_use>"],
          template: "{marker}<tool_name>{name}</tool_name>{?<arguments>}{?<parameters>}{?<tool_args>}{?<args>}{arguments}{?</arguments>}{?</parameters>}{?</tool_args>}{?</args>}{?</function_call>}{?</tool_call>}{?</tool_use>}",
          read: Reader::Template }
    "llama3-json" "Llama 3.1, 3.2, 3.3 and 4"
        "<|python_tag|>{\"name\": \"ls\", \"parameters\": {\"path\": \"/\"}}"
        { markers: &["<|python_tag|>"], ends: &["<|python_tag|>", "<|eom_id|>", "<|eot_id|>"], read: Reader::JsonBlock }
    "mistral" "Mistral 7B v0.3, Nemo, Small 2409, Ministral 8B, xLAM"
        "[TOOL_CALLS] [{\"name\": \"ls\", \"arguments\": {\"path\": \"/\"}}]"
        { markers: &["[TOOL_CALLS]"], ends: &["[/TOOL_CALLS]", "[TOOL_CALLS]", "</s>"], close: &["[/TOOL_CALLS]"], read: Reader::MistralJson }
    "mistral-args" "Mistral Small 3.2, Devstral, Magistral, Ministral 3, Large 3"
        "[TOOL_CALLS]ls[ARGS]{\"path\": \"/\"}"
        { markers: &["[TOOL_CALLS]", "[ARGS]"], ends: &["[TOOL_CALLS]", "</s>"], read: Reader::Mistral }
    "phi4-functools" "Phi-4-mini, Firefunction 2"
        "functools[{\"name\": \"ls\", \"arguments\": {\"path\": \"/\"}}]"
        { markers: &["functools[", "functools{"], ends: &["<|end|>", "<|/tool_call|>", "functools[", "functools{"], close: &["<|/tool_call|>"], read: Reader::JsonBlockFunctools }
    "internlm2" "InternLM 2 and 2.5"
        "<|action_start|><|plugin|>{\"name\": \"ls\", \"parameters\": {\"path\": \"/\"}}<|action_end|>"
        { markers: &["<|plugin|>"], ends: &["<|action_end|>", "<|plugin|>"], lead: &["<|action_start|>"], close: &["<|action_end|>"], read: Reader::JsonBlock }
    "jamba" "Jamba 1.5, Hunyuan A13B, Apriel, MiniMax M1"
        "<tool_calls>[{\"name\": \"ls\", \"arguments\": {\"path\": \"/\"}}]</tool_calls>"
        { markers: &["<tool_calls>"], ends: &["</tool_calls>", "<tool_calls>"], close: &["</tool_calls>"], read: Reader::JsonBlock }
    "nemotron-toolcall" "Nemotron Nano 2, Llama-Nemotron"
        "<TOOLCALL>[{\"name\": \"ls\", \"arguments\": {\"path\": \"/\"}}]</TOOLCALL>"
        { markers: &["<TOOLCALL>"], ends: &["</TOOLCALL>", "<TOOLCALL>"], close: &["</TOOLCALL>"], read: Reader::JsonBlock }
    "command-r" "Command R7B, Command A, Cohere 2"
        "<|START_ACTION|>[{\"tool_call_id\": \"0\", \"tool_name\": \"ls\", \"parameters\": {\"path\": \"/\"}}]<|END_ACTION|>"
        { markers: &["<|START_ACTION|>"], ends: &["<|END_ACTION|>", "<|START_ACTION|>"], close: &["<|END_ACTION|>"], read: Reader::JsonBlock }
    "lmstudio-tool_request" "LM Studio's default"
        "[TOOL_REQUEST]{\"name\": \"ls\", \"arguments\": {\"path\": \"/\"}}[END_TOOL_REQUEST]"
        { markers: &["[TOOL_REQUEST]"], ends: &["[END_TOOL_REQUEST]", "[TOOL_REQUEST]"], close: &["[END_TOOL_REQUEST]"], read: Reader::JsonBlock }
    "longcat" "LongCat Flash"
        "<longcat_tool_call>{\"name\": \"ls\", \"arguments\": {\"path\": \"/\"}}</longcat_tool_call>"
        { markers: &["<longcat_tool_call>"], ends: &["</longcat_tool_call>", "<longcat_tool_call>"], close: &["</longcat_tool_call>"], read: Reader::GlmOrJson }
    "dots" "dots"
        "<dots_function_call>{\"name\": \"ls\", \"arguments\": {\"path\": \"/\"}}</dots_function_call>"
        { markers: &["<dots_function_call>"], ends: &["</dots_function_call>", "<dots_function_call>"], close: &["</dots_function_call>"], read: Reader::JsonBlock }
    "apertus" "Apertus"
        "<|tools_prefix|>[{\"ls\": {\"path\": \"/\"}}]<|tools_suffix|>"
        { markers: &["<|tools_prefix|>"], ends: &["<|tools_suffix|>", "<|tools_prefix|>"], close: &["<|tools_suffix|>"], read: Reader::JsonBlockByKey }
    "inkling" "Inkling"
        "<|content_invoke_tool_json|>{\"name\": \"ls\", \"args\": {\"path\": \"/\"}}<|end_message|>"
        { markers: &["<|content_invoke_tool_json|>"], ends: &["<|end_message|>", "<|content_invoke_tool_json|>"], read: Reader::JsonBlock }
    "gigachat3" "GigaChat 3"
        "function call<|role_sep|>\n{\"name\": \"ls\", \"arguments\": {\"path\": \"/\"}}"
        { markers: &["function call<|role_sep|>", "<|function_call|>"], ends: &["<|message_sep|>", "</s>", "function call<|role_sep|>", "<|function_call|>"], read: Reader::JsonBlock }
    "sarashina" "Sarashina"
        "<|tool_calls|>[{\"name\": \"ls\", \"arguments\": {\"path\": \"/\"}}]"
        { markers: &["<|tool_calls|>"], ends: &["<|/tool_calls|>", "</s>", "<|tool_calls|>"], close: &["<|/tool_calls|>"], read: Reader::JsonBlock }
    // A name, then JSON
    "gpt-oss-harmony" "gpt-oss 20B and 120B"
        "<|channel|>commentary to=functions.ls <|constrain|>json<|message|>{\"path\": \"/\"}<|call|>"
        { markers: &["<|message|>"], ends: &["<|call|>", "<|end|>", "<|start|>", "<|return|>", "<|message|>"], lead: &["<|start|>assistant", "<|start|>"], read: Reader::Harmony }
    // the grammar of openai/harmony without its special tokens
    "harmony-plain" "gpt-oss, where a server drops the special tokens"
        "commentary to=functions.ls json{\"path\": \"/\"}"
        { markers: &["to=functions."], ends: &["<|call|>", "<|end|>", "<|start|>", "<|return|>"], lead: &["assistant", "commentary"], read: Reader::HarmonyPlain }
    "beam" "Beam"
        "<|channel|>analysis to=ls <|constrain|>xml<|message|><rfl:parameter name=\"path\">\n/\n</rfl:parameter><|call|>"
        { markers: &["<|message|>"], ends: &["<|call|>", "<|end|>", "<|start|>", "<|return|>"], lead: &["<|start|>assistant", "<|start|>"], read: Reader::HarmonyTagged }
    "kimi-k2" "Kimi K2, K2.5"
        "<|tool_call_begin|>functions.ls:0<|tool_call_argument_begin|>{\"path\": \"/\"}<|tool_call_end|>"
        { markers: &["<|tool_call_begin|>", "<|tool_call_argument_begin|>"], ends: KIMI_ENDS, lead: &["<|tool_calls_section_begin|>", "<|tool_call_section_begin|>"], close: &["<|tool_call_end|>", "<|tool_calls_section_end|>", "<|tool_call_section_end|>"], read: Reader::Kimi }
    "deepseek-v3" "DeepSeek V2, V3 and R1"
        "<｜tool▁call▁begin｜>function<｜tool▁sep｜>ls\n```json\n{\"path\": \"/\"}\n```<｜tool▁call▁end｜>"
        { markers: DEEPSEEK_MARKERS, ends: DEEPSEEK_ENDS, lead: DEEPSEEK_LEAD, close: DEEPSEEK_CLOSE, read: Reader::DeepseekV3 }
    "deepseek-v3.1" "DeepSeek V3.1"
        "<｜tool▁call▁begin｜>ls<｜tool▁sep｜>{\"path\": \"/\"}<｜tool▁call▁end｜>"
        { markers: DEEPSEEK_MARKERS, ends: DEEPSEEK_ENDS, lead: DEEPSEEK_LEAD, close: DEEPSEEK_CLOSE, read: Reader::DeepseekV31 }
    "functionary-v3.1" "Functionary 3.1, Llama 3 in Groq's servers"
        "<function=ls>{\"path\": \"/\"}</function>"
        { markers: &["<function=", "function="], ends: &["</function>", "<function="], close: &["</function>"], read: Reader::NamedFunctionary }
    "glm-4" "GLM-4 9B and 0414, GLM-Z1, and Functionary's first call; only with `--tools`"
        "ls\n{\"path\": \"/\"}"
        { ends: &["<|observation|>", "<|user|>", "<|eot_id|>", ">>>"], needs_tools: true }
    "functionary-v3.2" "Functionary 3.2"
        ">>>ls\n{\"path\": \"/\"}"
        { markers: &[">>>"], ends: &[">>>", "<|eot_id|>"], read: Reader::NamedLines }
    "plamo3" "PLaMo 3"
        "<|plamo:begin_tool_name:plamo|>ls<|plamo:end_tool_name:plamo|><|plamo:begin_tool_arguments:plamo|><|plamo:constrain|>json<|plamo:msg|>{\"path\": \"/\"}"
        { markers: &["<|plamo:begin_tool_name:plamo|>"], ends: &["<|plamo:end_tool_arguments:plamo|>", "<|plamo:begin_tool_name:plamo|>"], lead: &["<|plamo:*|>"], close: &["<|plamo:end_tool_arguments:plamo|>", "<|plamo:*|>"],
          template: "<|plamo:begin_tool_name:plamo|>{name}<|plamo:end_tool_name:plamo|>{?<|plamo:begin_tool_arguments:plamo|>}{?<|plamo:constrain|>json}{?<|plamo:msg|>}{arguments}",
          read: Reader::Template }
    "qwen-agent-✿" "Qwen-Agent with Qwen 1.5 and 2"
        "✿FUNCTION✿: ls\n✿ARGS✿: {\"path\": \"/\"}"
        { markers: &["✿FUNCTION✿"], ends: &["✿RESULT✿", "✿FUNCTION✿", "✿RETURN✿"],
          template: "✿FUNCTION✿:{name}\n✿ARGS✿{?:}{arguments}", read: Reader::Template }
    "solar-open" "Solar Open 100B"
        "<|tool_call:begin|>c1<|tool_call:name|>ls<|tool_call:args|>{\"path\": \"/\"}<|tool_call:end|>"
        { markers: &["<|tool_call:begin|>"], ends: &["<|tool_call:end|>", "<|tool_call:begin|>", "<|calls|>"], lead: &["<|tool_calls|>"], close: &["<|calls|>"],
          template: "<|tool_call:begin|>{id}<|tool_call:name|>{name}<|tool_call:args|>{arguments}<|tool_call:end|>",
          read: Reader::Template }
    "qwen-calling" "Qwen, where it drifts in a server for MLX"
        "[Calling tool: ls({\"path\": \"/\"})]"
        { markers: &["[Calling tool:"], ends: &[")]"], close: &[")]"], template: "[Calling tool:{name}({arguments})]", read: Reader::Template }
    "functionary-v2" "Functionary 2"
        "<|from|>assistant\n<|recipient|>ls\n<|content|>{\"path\": \"/\"}"
        { markers: &["<|recipient|>"], ends: &["<|from|>", "<|stop|>"], lead: &["<|from|>assistant"],
          template: "<|recipient|>{name}\n<|content|>{arguments}", read: Reader::Template }
    "mcp-xml" "MiroThinker, and the prompts of Cline and Roo for MCP"
        "<use_mcp_tool>\n<server_name>fs</server_name>\n<tool_name>ls</tool_name>\n<arguments>\n{\"path\": \"/\"}\n</arguments>\n</use_mcp_tool>"
        { markers: &["<use_mcp_tool>"], ends: &["</arguments>", "</use_mcp_tool>", "<use_mcp_tool>"], close: &["</arguments>", "</use_mcp_tool>"],
          template: "<use_mcp_tool>{skip}<tool_name>{name}</tool_name><arguments>{arguments}</arguments></use_mcp_tool>",
          read: Reader::Template }
    // vLLM: tool_parsers/cwm_tool_parser.py; what is no JSON is the command
    "cwm" "CWM"
        "<tool: function>\nls {\"path\": \"/\"}\n</tool>"
        { markers: &["<tool:"], ends: &["</tool>", "<tool:"], close: &["</tool>"], template: "<tool:{skip}>{name}{arguments}{?</tool>}", read: Reader::Template }
    "cwm-command" "CWM, where the argument is a command"
        "<tool: function>\nls\n</tool>"
        { markers: &["<tool:"], ends: &["</tool>", "<tool:"], close: &["</tool>"], template: "<tool:{skip}>{name} {text:command}</tool>", read: Reader::Template }
    // seen in an answer of DeepSeek V3.2
    "deepseek-dsml-name" "DeepSeek V3.2, where it drifts"
        "<｜DSML｜toolcall>ls\n```json\n{\"path\": \"/\"}\n```"
        { markers: &["<｜DSML｜toolcall>", "<｜DSML｜tool_call>"], ends: &["</｜DSML｜toolcall>", "</｜DSML｜tool_call>", "```"], close: &["</｜DSML｜toolcall>", "</｜DSML｜tool_call>"],
          template: "{marker}{name}\n{arguments}{?```}{?</｜DSML｜toolcall>}{?</｜DSML｜tool_call>}", read: Reader::Template }
    "langchain-xml" "the XML agent of LangChain"
        "<tool>ls</tool><tool_input>{\"path\": \"/\"}</tool_input>"
        { markers: &["<tool>"], ends: &["</tool_input>", "<tool>"], close: &["</tool_input>"],
          template: "<tool>{name}</tool><tool_input>{arguments}</tool_input>", read: Reader::Template }
    // Tagged parameters
    "qwen3-coder-xml" "Qwen3-Coder, Qwen3.5, Nemotron 3, Step 3.5, MiMo 2, BerryLM, IQuest Coder, OpenHands"
        "<tool_call>\n<function=ls>\n<parameter=path>\n/\n</parameter>\n</function>\n</tool_call>"
        { markers: &["<tool_call>", "<function=", "<function>"], ends: &["</function>", "<function=", "<function>"], lead: &["<tool_calls>"], close: &["</function>", "</tool_call>", "</tool_calls>"], read: Reader::FunctionTags }
    // madroidmaq/mlx-omni-server, issue 126
    "mlx-function" "Qwen3.6 and Gemma 3 in a server for MLX"
        "<tool_call>\n<function>ls</function>\n{\"path\": \"/\"}\n</tool_call>"
        { markers: &["<tool_call>", "<function>"], ends: &["</tool_call>", "<tool_call>", "<function>"], close: &["</tool_call>"], read: Reader::FunctionTagsJson }
    "seed-oss" "Seed-OSS"
        "<seed:tool_call>\n<function=ls>\n<parameter=path>/</parameter>\n</function>\n</seed:tool_call>"
        { markers: &["<seed:tool_call>"], ends: &["</seed:tool_call>", "<seed:tool_call>"], close: &["</seed:tool_call>"], read: Reader::FunctionTagsSeed }
    "minicpm5-xml" "MiniCPM 4 and 5"
        "<function name=\"ls\"><param name=\"path\">/</param></function>"
        { markers: &["<function name=", "<functionname=", "<function\u{120}name="], ends: &["</function>", "<function name="], close: &["</function>"], read: Reader::FunctionTagsNamed }
    // continuedev/continue, issue 11094
    "continue-tool" "the tools that Continue puts into the system message"
        "```tool\nTOOL_NAME: ls\nBEGIN_ARG: path\n/\nEND_ARG\n```"
        { markers: &["TOOL_NAME:"], ends: &["```", "TOOL_NAME:"],
          template: "TOOL_NAME:{name}\n{pairs:BEGIN_ARG:\t\n\t\nEND_ARG}```", read: Reader::Template }
    "solar-open-2" "Solar Open 2 250B"
        "<|tool_call:start|>ls\n<|tool_arg:start|>path<|tool_arg:value|>/<|tool_arg:end|>\n<|tool_call:end|>"
        { markers: &["<|tool_call:start|>"], ends: &["<|tool_call:end|>", "<|tool_call:start|>"], lead: &["<|tool_calls|>"],
          template: "<|tool_call:start|>{name}\n{pairs:<|tool_arg:start|> <|tool_arg:value|> <|tool_arg:end|>}<|tool_call:end|>",
          read: Reader::Template }
    "glm-4.5" "GLM 4.5 and 4.6, Ling 3, Laguna, HyperCLOVA X SEED Think 32B"
        "<tool_call>ls\n<arg_key>path</arg_key>\n<arg_value>/</arg_value>\n</tool_call>"
        { markers: &["<tool_call>"], close: &["</tool_call>"], read: Reader::GlmLines }
    "glm-4.7" "GLM 4.7 and 5, Spark, Hunyuan HY"
        "<tool_call>ls<arg_key>path</arg_key><arg_value>/</arg_value></tool_call>"
        { markers: &["<tool_call>"], close: &["</tool_call>"], read: Reader::Glm }
    "hunyuan-hy" "Hunyuan HY 3 and 4, whose tags end with the name of a checkpoint"
        "<tool_call:opensource>ls<tool_sep:opensource><arg_key:opensource>path</arg_key:opensource><arg_value:opensource>/</arg_value:opensource></tool_call:opensource>"
        { markers: &["<tool_call:"], ends: &["</tool_call:", "<tool_call:"], lead: &["<tool_calls*>"], close: &["</tool_call*>"], read: Reader::Glm }
    "iquest" "IQuest Q1"
        "<iquest_tool_call>ls<arg_key>path</arg_key><arg_value>/</arg_value></iquest_tool_call>"
        { markers: &["<iquest_tool_call>"], ends: &["</iquest_tool_call>", "<iquest_tool_call>"], close: &["</iquest_tool_call>"], read: Reader::Glm }
    // vLLM: tool_parsers/iquest_coder_v2_tool_parser.py
    "iquest-coder" "IQuest Coder 2, and others with a word before `tool_call`"
        "<iquestcoder_tool_call>ls<arg_key>path</arg_key><arg_value>/</arg_value></iquestcoder_tool_call>"
        { markers: &["_tool_call>"], ends: &["_tool_call>"], close: &["</*_tool_call>"], read: Reader::GlmAny }
    "k2-horizon" "K2"
        "<ifm|tool_call>ls<ifm|arg_key>path</ifm|arg_key><ifm|arg_value>/</ifm|arg_value></ifm|tool_call>"
        { markers: &["<ifm|tool_call>"], ends: &["</ifm|tool_call>", "<ifm|tool_call>"], close: &["</ifm|tool_call>"], read: Reader::GlmOrJson }
    "deepseek-dsml" "DeepSeek V3.2, V4 and V4.1, GigaChat 3.5"
        "<｜DSML｜invoke name=\"ls\"><｜DSML｜parameter name=\"path\" string=\"true\">/</｜DSML｜parameter></｜DSML｜invoke>"
        { markers: &["invoke name="], ends: INVOKE_ENDS, lead: INVOKE_LEAD, close: INVOKE_CLOSE, read: Reader::InvokeDsml }
    "minimax-m2" "MiniMax M2"
        "<minimax:tool_call>\n<invoke name=\"ls\">\n<parameter name=\"path\">/</parameter>\n</invoke>\n</minimax:tool_call>"
        { markers: &["invoke name="], ends: INVOKE_ENDS, lead: INVOKE_LEAD, close: INVOKE_CLOSE, read: Reader::InvokeMinimax }
    "muse" "Muse"
        "<atem:invoke name=\"ls\"><atem:parameter name=\"path\">/</atem:parameter></atem:invoke>"
        { markers: &["invoke name="], ends: INVOKE_ENDS, lead: INVOKE_LEAD, close: INVOKE_CLOSE, read: Reader::InvokeMuse }
    "step3" "Step 3"
        "<steptml:invoke name=\"ls\"><steptml:parameter name=\"path\">/</steptml:parameter></steptml:invoke>"
        { markers: &["invoke name="], ends: INVOKE_ENDS, lead: INVOKE_LEAD, close: INVOKE_CLOSE, read: Reader::InvokeStep }
    "anthropic-invoke-text" "Claude, where its own grammar leaks, and others in any namespace"
        "<invoke name=\"ls\">\n<parameter name=\"path\">/</parameter>\n</invoke>"
        { markers: &["invoke name="], ends: INVOKE_ENDS, lead: INVOKE_LEAD, close: INVOKE_CLOSE, read: Reader::InvokeAny }
    // anomalyco/opencode, issue 2291
    "grok-function_call" "Grok Code"
        "<xai:function_call name=\"ls\"><parameter name=\"path\">/</parameter></xai:function_call>"
        { markers: &["function_call name=", "<function_call ", "<function_call\n"], ends: &["function_call>", "function_call name="], lead: INVOKE_LEAD, close: &["function_call>"], read: Reader::InvokeNamed }
    "xml-tool_call-name" "models without a format of their own"
        "<tool_call name=\"ls\"><parameter name=\"path\">/</parameter></tool_call>"
        { markers: &["tool_call name=", "<tool_call ", "<tool_call\n"], ends: &["tool_call>", "tool_call name="], lead: INVOKE_LEAD, close: &["tool_call>"], read: Reader::InvokeNamed }
    "xml-tool_use-name" "models without a format of their own"
        "<tool_use name=\"ls\"><parameter name=\"path\">/</parameter></tool_use>"
        { markers: &["tool_use name=", "<tool_use ", "<tool_use\n"], ends: &["tool_use>", "tool_use name="], lead: INVOKE_LEAD, close: &["tool_use>"], read: Reader::InvokeNamed }
    // can1357/oh-my-pi, issue 8837
    "xml-tool-name" "MiniMax M3, where it drifts"
        "<tool name=\"ls\"><parameter name=\"path\">/</parameter></tool>"
        { markers: &["<tool ", "<tool\n"], ends: &["tool>", "<tool ", "</tool_call>"], lead: INVOKE_LEAD, close: &["tool>", "</tool_call>"], read: Reader::InvokeNamed }
    "anthropic-tool_name" "Claude 2 and 3, by their first prompts"
        "<invoke>\n<tool_name>ls</tool_name>\n<parameters>\n<path>/</path>\n</parameters>\n</invoke>"
        { markers: &["<invoke>", "<tool_use>", "<tool_call>", "<function_call>"], ends: &["</invoke>", "<invoke>"], lead: &["<function_calls>"], close: &["</invoke>", "</tool_use>", "</tool_call>", "</function_call>", "</function_calls>"], read: Reader::InvokeOld }
    "minimax-m3" "MiniMax M3"
        "]<]minimax[>[<invoke name=\"ls\">]<]minimax[>[<path>/]<]minimax[>[</path>]<]minimax[>[</invoke>"
        { markers: &["]<]minimax[>[<invoke name="], ends: INVOKE_ENDS, lead: &["]<]minimax[>[<tool_call>"], close: &["invoke>", "]<]minimax[>[</tool_call>"], read: Reader::ElementsMinimax }
    "xml-elements" "Qwen2.5 where it drifts"
        "<tool_call>ls\n<path>/</path>\n</ls></tool_call>"
        { markers: &["<tool_call>"], close: &["</tool_call>"], read: Reader::ElementsBehindName }
    "hermes-pythonic" "models that drift from Hermes into Python"
        "<tool_call>ls(path=\"/\")</tool_call>"
        { markers: &["<tool_call>", "<function_call>"], close: &["</tool_call>", "</function_call>"], read: Reader::PythonicElement }
    // mlx-lm: tool_parsers/glm47.py
    "hermes-attributes" "GLM 4.7, where it drifts"
        "<tool_call>ls path=\"/\"</tool_call>"
        { markers: &["<tool_call>"], close: &["</tool_call>"], read: Reader::GlmAttributes }
    "toolname-xml" "Cline, Roo and other prompts that make an element of every tool; only with `--tools`"
        "<ls><path>/</path></ls>"
        { needs_tools: true }
    "kimi-k3" "Kimi K3"
        "<|open|>call tool=\"ls\" index=\"1\"<|sep|><|open|>argument key=\"path\" type=\"string\"<|sep|>/<|close|>argument<|sep|><|close|>call<|sep|>"
        { markers: &["call tool="], lead: &["<|open|>", "<|open|>tools<|sep|>"], close: &["<|close|>call<|sep|>", "<|close|>tools<|sep|>"], read: Reader::KimiK3 }
    // Keyword lists and the Gemma object
    "pythonic" "Llama 4, ToolACE, Llama 3.2 small; Granite 3.3 and 4 with `--tools`"
        "[ls(path=\"/\")]"
        { markers: &["<|python_start|>", "<|python_tag|>"], ends: &["<|python_end|>", "<|python_start|>", "<|python_tag|>"], lead: PRINTED_LEAD, close: &["<|python_end|>", ")"], read: Reader::PythonicList }
    "lfm2-pythonic" "LFM 2 and 2.5, and JSON in the same tags: openPangu 2"
        "<|tool_call_start|>[ls(path=\"/\")]<|tool_call_end|>"
        { markers: &["<|tool_call_start|>"], ends: &["<|tool_call_end|>", "<|tool_call_start|>"], close: &["<|tool_call_end|>"], read: Reader::PythonicList }
    "olmo3-pythonic" "Olmo 3"
        "<function_calls>ls(path=\"/\")</function_calls>"
        { markers: &["<function_calls>"], ends: &["</function_calls>", "<function_calls>"], close: &["</function_calls>"], read: Reader::PythonicLines }
    "gemma-tool_code" "Gemma 2 and 3, Gemini where its own code leaks"
        "```tool_code\nprint(default_api.ls(path=\"/\"))\n```"
        { markers: &["```tool_code"], lead: PRINTED_LEAD, close: &[")"], read: Reader::PythonicToolCode }
    "gemini-default_api" "Gemini where its own code leaks"
        "```python\nprint(default_api.ls(path=\"/\"))\n```"
        { markers: &["default_api.", "tool_code ="], lead: PRINTED_LEAD, close: &[")"], read: Reader::PythonicDefaultApi }
    // the notation of its special tokens, which servers print: <ctrl46> is its quote
    "gemini-call" "Gemini where its own notation leaks"
        "call:default_api:ls{path:<ctrl46>/<ctrl46>}"
        { markers: &["call:default_api:", "declaration:default_api:"], read: Reader::Gemma }
    "gemma4" "Gemma 4"
        "<|tool_call>call:ls{path:<|\"|>/<|\"|>}<tool_call|>"
        { markers: &["<|tool_call>", "<call>", "call:"], ends: &["<tool_call|>", "<|tool_call>"], close: &["<tool_call|>"], read: Reader::Gemma }
    "functiongemma" "FunctionGemma"
        "<start_function_call>call:ls{path:<escape>/<escape>}<end_function_call>"
        { markers: &["<start_function_call>"], ends: &["<end_function_call>", "<start_function_call>"], close: &["<end_function_call>"], read: Reader::Gemma }
    "fence-pythonic" "any model, in a fence of its own"
        "```tool_call\nls(path=\"/\")\n```"
        { markers: &["```tool_call", "```function_call"], read: Reader::PythonicFence }
    "ptc-lisp" "the hints of `jmend preview`"
        "(tool/ls {:path \"/\"})"
        { markers: &["(tool/"], is_weak: true, read: Reader::Lisp }
    // Without markers: only where nothing else is found
    "react" "LangChain, LlamaIndex, Qwen-Agent, CrewAI"
        "Action: ls\nAction Input: {\"path\": \"/\"}"
        { markers: &["Action:", "Action**:", "action:", "ACTION:"], ends: &["\nObservation", "\nThought:", "\nAction:", "Action:"], close: &[")"], is_weak: true, read: Reader::React }
    "bare-json" "any model"
        "{\"name\": \"ls\", \"arguments\": {\"path\": \"/\"}}"
        { lead: BARE_LEAD, close: BARE_CLOSE, is_weak: true }
    "json-array" "any model, `tool_choice` required"
        "[{\"name\": \"ls\", \"arguments\": {\"path\": \"/\"}}]"
        { lead: BARE_LEAD, close: BARE_CLOSE, is_weak: true, family: Some("bare-json") }
    "openai-parallel-tool" "GPT, where its own format leaks"
        "{\"recipient_name\": \"multi_tool_use.parallel\", \"parameters\": {\"tool_uses\": [{\"recipient_name\": \"functions.ls\", \"parameters\": {\"path\": \"/\"}}]}}"
        { lead: &["<*tool*>"], close: &["</*tool*>"], is_weak: true, family: Some("bare-json") }
    // Answers of APIs
    "api-openai-chat" "OpenAI chat completions and everything compatible"
        "{\"choices\": [{\"message\": {\"tool_calls\": [{\"id\": \"c1\", \"function\": {\"name\": \"ls\", \"arguments\": \"{\\\"path\\\": \\\"/\\\"}\"}}]}}]}"
        { is_envelope: true }
    "api-openai-chat-sse" "the same, streamed"
        "data: {\"choices\": [{\"delta\": {\"tool_calls\": [{\"index\": 0, \"function\": {\"name\": \"ls\", \"arguments\": \"{}\"}}]}}]}"
        { is_envelope: true, family: Some("api-openai-chat") }
    "openai-legacy-function_call" "OpenAI before tools"
        "{\"function_call\": {\"name\": \"ls\", \"arguments\": \"{\\\"path\\\": \\\"/\\\"}\"}}"
        { is_envelope: true }
    "api-openai-responses" "OpenAI responses"
        "{\"output\": [{\"type\": \"function_call\", \"call_id\": \"c1\", \"name\": \"ls\", \"arguments\": \"{}\"}]}"
        { is_envelope: true }
    "api-anthropic" "Anthropic messages"
        "{\"content\": [{\"type\": \"tool_use\", \"id\": \"t1\", \"name\": \"ls\", \"input\": {\"path\": \"/\"}}]}"
        { is_envelope: true }
    "api-anthropic-sse" "the same, streamed"
        "data: {\"type\": \"content_block_start\", \"index\": 0, \"content_block\": {\"type\": \"tool_use\", \"id\": \"t1\", \"name\": \"ls\", \"input\": {}}}\ndata: {\"type\": \"content_block_stop\", \"index\": 0}"
        { is_envelope: true, family: Some("api-anthropic") }
    "api-gemini" "Gemini"
        "{\"candidates\": [{\"content\": {\"parts\": [{\"functionCall\": {\"name\": \"ls\", \"args\": {\"path\": \"/\"}}}]}}]}"
        { is_envelope: true }
    "api-bedrock" "Bedrock Converse"
        "{\"output\": {\"message\": {\"content\": [{\"toolUse\": {\"toolUseId\": \"t1\", \"name\": \"ls\", \"input\": {\"path\": \"/\"}}}]}}}"
        { is_envelope: true }
    "mcp-jsonrpc" "Model Context Protocol"
        "{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"tools/call\", \"params\": {\"name\": \"ls\", \"arguments\": {\"path\": \"/\"}}}"
        { is_envelope: true }
    "langchain-message" "LangChain, LiteLLM, AI SDK"
        "{\"tool_calls\": [{\"name\": \"ls\", \"args\": {\"path\": \"/\"}, \"id\": \"c1\"}]}"
        { is_envelope: true }
}
