import type {
  CallToolResult,
  McpServer,
  ServerContext,
  StandardSchemaWithJSON,
  ToolAnnotations,
} from '@modelcontextprotocol/server';
import { count } from '../audit/formatting.ts';
import { type AuditProgress, type McpBackend, type ToolCall, ToolRefusal } from './backend.ts';

/** Result of a tool: structured content, and the same for clients that read only text. */
export interface ToolOutput<Structured> {
  readonly structured: Structured;
  readonly text: string;
}

/** A tool. Its input is validated before it runs. */
export interface Tool<Input, Structured extends Record<string, unknown>> {
  /** In snake_case. */
  readonly name: string;
  readonly title: string;
  /** Tells an agent when to call it and what it returns. */
  readonly description: string;
  readonly input: StandardSchemaWithJSON<unknown, Input>;
  /** The input over HTTP, where it differs: a service does not read the files of its callers. */
  readonly remoteInput?: StandardSchemaWithJSON<unknown, NoInfer<Input>>;
  readonly output: StandardSchemaWithJSON<Structured, unknown>;
  readonly annotations: ToolAnnotations;
  readonly run: (
    input: Input,
    backend: McpBackend,
    call: ToolCall,
  ) => ToolOutput<Structured> | Promise<ToolOutput<Structured>>;
}

/** Registers a tool on a server. */
export type RegisterTool = (server: McpServer, backend: McpBackend, onFault: (fault: unknown) => void) => void;

/** Annotations of tools that read only reports of audits. */
export const READS_REPORTS: ToolAnnotations = { readOnlyHint: true, idempotentHint: true, openWorldHint: false };

/** Annotations of tools that send requests to a site, and change nothing there. */
export const READS_SITES: ToolAnnotations = { readOnlyHint: true, idempotentHint: false, openWorldHint: true };

const FAULT = 'Something went wrong in Citable. Try again; if it happens again, report it to the operator.';

/** Declares a tool. A {@link ToolRefusal} becomes a result with `isError`; any other error is a fault of ours. */
export function tool<Input, Structured extends Record<string, unknown>>(
  definition: Tool<Input, Structured>,
): RegisterTool {
  const { name, title, description, input, remoteInput = input, output, annotations, run } = definition;
  return (server, backend, onFault) => {
    const inputSchema = backend.isLocal ? input : remoteInput;
    const config = { title, description, inputSchema, outputSchema: output, annotations };
    const handle = async (args: Input, context: ServerContext): Promise<CallToolResult> => {
      try {
        const { structured, text } = await run(args, backend, toToolCall(context));
        return { content: [{ type: 'text', text }], structuredContent: structured };
      } catch (error) {
        if (!(error instanceof ToolRefusal)) onFault(error);
        const message = error instanceof ToolRefusal ? error.message : FAULT;
        return { content: [{ type: 'text', text: message }], isError: true };
      }
    };
    server.registerTool(name, config, handle);
  };
}

function toToolCall(context: ServerContext): ToolCall {
  return {
    signal: context.mcpReq.signal,
    onProgress: createProgressReporter(context),
    request: context.http?.authInfo,
  };
}

/** Requests between two notifications within a stage. */
const STEP = 10;

/**
 * Returns the function that reports the progress of a call to its client: at each stage and after every ten requests. Reports
 * nothing to a client that sent no progress token. The total is not known before the end.
 */
function createProgressReporter({ mcpReq }: ServerContext): ToolCall['onProgress'] {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return () => undefined;
  let sent = 0;
  let last: AuditProgress | null = null;
  return (progress) => {
    if (last !== null && progress.stage === last.stage && progress.requests < last.requests + STEP) return;
    last = progress;
    // Values must increase (MCP, Progress), and several stages may begin after the same request.
    sent = Math.max(sent + 1, progress.requests);
    const message = `${progress.stage}, ${count(progress.requests, 'request')}`;
    const params = { progressToken, progress: sent, message };
    // A client that has disconnected gets no progress.
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
  };
}
