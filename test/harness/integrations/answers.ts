/** A response of a stand-in server. */
export interface Answer {
  /** absent: the status of the contract */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** The body. It may contain only members of the contract. */
  readonly json?: unknown;
  /** A body that the contract does not describe, such as an error page. */
  readonly text?: string;
  /** All items of a list, which the server returns in pages. */
  readonly items?: readonly unknown[];
  /** The server closes the connection: before the request has an effect, or after it. */
  readonly hangsUp?: boolean;
  /** The server does not respond until the client gives up. */
  readonly isSilent?: boolean;
  /** A refusal with a text in the member of the contract for errors. */
  readonly error?: string;
}

/** A response with this JSON, and the status of the contract. */
export const json = (value: unknown, more: Answer = {}): Answer => ({ json: value, ...more });
/** A response without a body. */
export const done = (headers: Readonly<Record<string, string>> = {}, status?: number): Answer => ({
  headers,
  ...(status !== undefined && { status }),
});
/** A list in pages. */
export const items = (list: readonly unknown[]): Answer => ({ items: list });
/** A refusal with this status. */
export const refusal = (status: number, error: string): Answer => ({ status, error });

/** The faults that each integration must handle. */
export const faults = {
  limited: { status: 429, headers: { 'Retry-After': '7' }, error: 'API rate limit exceeded' },
  expired: { status: 401, error: 'The token has expired' },
  forbidden: { status: 403, error: 'Missing permission' },
  missing: { status: 404, error: 'Not Found' },
  conflict: { status: 409, error: 'Conflict with another change' },
  broken: { status: 500, headers: { 'Content-Type': 'text/html' }, text: '<html><h1>Oops</h1></html>' },
  unavailable: { status: 503, headers: { 'Retry-After': '3' }, text: '' },
  silent: { isSilent: true },
  disconnected: { hangsUp: true },
  /** above the limit of a response */
  huge: { status: 200, headers: { 'Content-Type': 'application/json' }, text: `"${'x'.repeat(5 * 1024 * 1024)}"` },
} as const satisfies Readonly<Record<string, Answer>>;
export type FaultName = keyof typeof faults;
