// The names that scripts of integrations can use, for editors. A test compares them with those of the script runner.
// The properties of a type are also variables of its scripts; they are not declared here.

/** The options of a request. */
interface HttpOptions {
  /** the configuration whose address, login and proxy apply */
  connection?: object | string | null;
  /** the login of the request, instead of that of the connection */
  auth?: readonly [string, string] | { username?: string; password?: string; domain?: string } | null;
  headers?: Record<string, unknown> | readonly (readonly [string, unknown])[];
  /** the query; each value of a list is a separate pair */
  params?: string | Record<string, unknown>;
  /** a value that is sent as JSON */
  json?: unknown;
  /** values that are sent as a form */
  form?: string | Record<string, unknown>;
  body?: string | readonly number[];
  /** in seconds */
  timeout?: number;
  followRedirects?: boolean;
  /** false: accepts unverified certificates, if the operator allows it */
  verify?: boolean;
}

/** The response of a server. */
interface HttpResponse {
  readonly status: number;
  readonly reason: string;
  readonly url: string;
  /** whether the status is from 200 to 299 */
  readonly ok: boolean;
  /** by name, in any letter case */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly text: string;
  /** the bytes of a body that is not UTF-8, or null */
  readonly bytes: readonly number[] | null;
  /** Returns the value of a JSON body. Throws an error for another body. */
  json(): unknown;
}

/**
 * Sends requests. Throws an error with the name `HttpRefused`, `HttpFailed` or `HttpTimeout` if there is no response.
 */
interface Http {
  request(method: string, url: string, options?: HttpOptions): HttpResponse;
  get(url: string, options?: HttpOptions): HttpResponse;
  head(url: string, options?: HttpOptions): HttpResponse;
  options(url: string, options?: HttpOptions): HttpResponse;
  post(url: string, options?: HttpOptions): HttpResponse;
  put(url: string, options?: HttpOptions): HttpResponse;
  patch(url: string, options?: HttpOptions): HttpResponse;
  delete(url: string, options?: HttpOptions): HttpResponse;
}

/** The task of the script, with the members of its representation in REST. */
interface Task {
  readonly id: string;
  readonly type: string;
  readonly title: string;
  readonly status: string;
  /** the line that the board shows for the task */
  statusLine: string | null | undefined;
  /** Ends this run successfully, and runs another script of the plugin after a number of seconds, at least 1. */
  schedule(script: string, seconds?: number): void;
  [member: string]: unknown;
}

/** A configuration, with its secrets in clear text. */
interface Configuration {
  readonly id: string;
  readonly type: string;
  readonly title: string;
  readonly url?: string;
  readonly username?: string;
  readonly password?: string;
  readonly [property: string]: unknown;
}

/** The class for requests of the product family. */
declare class HttpRequest {
  constructor(connection: object, username?: string, password?: string, verify?: boolean);
  doRequest(options: object): unknown;
  get(path: string, options?: object): unknown;
  head(path: string, options?: object): unknown;
  delete(path: string, options?: object): unknown;
  post(path: string, body?: unknown, options?: object): unknown;
  put(path: string, body?: unknown, options?: object): unknown;
  patch(path: string, body?: unknown, options?: object): unknown;
}

declare const http: Http;
declare const task: Task;
declare const phase: { readonly id: string; readonly title: string; readonly [member: string]: unknown };
declare const release: { readonly id: string; readonly title: string; readonly [member: string]: unknown };
declare const releaseVariables: Record<string, unknown>;
declare const globalVariables: Record<string, unknown>;
declare const folderVariables: Record<string, unknown>;
/** In the check script of a connection type: the connection. */
declare const configuration: Configuration;
declare const hashing: Readonly<Record<string, (...values: unknown[]) => unknown>>;
/** Adds a line to the output of the task. */
declare function print(...values: unknown[]): void;
/** Pauses the script without a process, for a number of seconds. */
declare function sleep(seconds: number): void;

/** Returns the version of the API. */
declare function getVersion(): string;
declare function getCurrentRelease(): typeof release;
declare function getCurrentPhase(): typeof phase;
declare function getCurrentTask(): Task;
declare function getCurrentFolder(): { readonly id: string; readonly title: string };
declare function getTasksByTitle(title: string, phaseTitle?: string, releaseId?: string): Task[];
declare function getPhasesByTitle(title: string, releaseId?: string): (typeof phase)[];
declare function getReleasesByTitle(title: string): (typeof release)[];

/** An API of REST: each method is an operation as the run-as user of the release. */
type Api = Readonly<Record<string, (...values: unknown[]) => unknown>>;
declare const releaseApi: Api;
declare const taskApi: Api;
declare const phaseApi: Api;
declare const templateApi: Api;
declare const folderApi: Api;
declare const configurationApi: Api;
declare const riskApi: Api;
declare const dslApi: Api;
declare const userApi: Api;
declare const rolesApi: Api;
declare const activityLogsApi: Api;
declare const applicationApi: Api;
declare const deliveryApi: Api;
declare const deliveryPatternApi: Api;
declare const deploymentServerApi: Api;
declare const environmentApi: Api;
declare const environmentLabelApi: Api;
declare const environmentReservationApi: Api;
declare const environmentStageApi: Api;
declare const facetApi: Api;
declare const managedApplicationApi: Api;
declare const releaseGroupApi: Api;
declare const reportApi: Api;
declare const triggersApi: Api;

// Functions of shared/http.js, for scripts that include it.

/** The options of `request`: those of HTTP, and the statuses from 400 that are no error. */
interface RequestOptions extends HttpOptions {
  accept?: readonly number[];
}
/** The options of `pollJson`: the script that runs again, and the seconds until then. */
interface PollOptions extends HttpOptions {
  script: string;
  seconds: number;
}
declare function maxAttempts(): number;
declare function request(
  connection: Configuration,
  method: string,
  path: string,
  options?: RequestOptions,
): HttpResponse;
declare function retrySeconds(method: string, response: HttpResponse, attempt: number): number | null;
declare function failureText(
  connection: Configuration | null,
  method: string,
  path: string,
  response: HttpResponse,
): string;
declare function messageIn(text: string): string;
declare function jsonOf(response: HttpResponse, method: string, path: string): unknown;
declare function getJson(connection: Configuration, path: string, options?: RequestOptions): unknown;
declare function pollJson(connection: Configuration, path: string, options: PollOptions): unknown;

// Functions of shared/webhook.js.

declare function postToWebhook(server: Configuration, body: unknown, accept?: readonly number[]): HttpResponse;
