import type { IncomingHttpHeaders } from 'node:http';
import type { Receive } from '@slipway/application/attachments';
import type { RequireUnchanged } from '@slipway/application/people';
import type { Person } from '@slipway/engine';
import type { Actor } from '@slipway/persistence/audit';
import type { ZodType } from 'zod';
import type { Deps } from '../dependencies/deps.ts';
import type { LoginInfo } from './access.ts';
import type { CodeBody } from './body/documents.ts';
import type { LargeFile } from './body/large-file.ts';
import type { UploadedFile } from './body/multipart.ts';
import type { Needs } from './needs/needs.ts';
import type { Parameter } from './parameters.ts';
import type { TaggedAnswer } from './tagged-answer.ts';
import type { StreamedAnswer } from './writing/streamed-answer.ts';

/** The request of a route: ids as sent, query and body parsed. */
export interface RouteRequest<Name extends string, Q, B> {
  readonly caller: Person;
  /** The same for the audit log: the user and the address. */
  readonly actor: Actor;
  /** The kind of login. */
  readonly login: LoginInfo;
  readonly path: Readonly<Record<Name, string>>;
  readonly query: Q;
  readonly body: B;
  /** if the route accepts a file */
  readonly file: UploadedFile | null;
  /** the file, if it is too large for memory */
  readonly largeFile: LargeFile | null;
  /** if the route accepts documents; the body is not read before */
  readonly code: CodeBody;
  /** reads the files of a route that accepts several; the body is not read before */
  readonly files: Receive;
  readonly headers: IncomingHttpHeaders;
  /** Of a route with a tag by content; no condition for other routes. */
  readonly stillAs: RequireUnchanged;
}

/** Reads the object of an id for a caller, with its tag. Throws NotFound, Forbidden. */
export type Subject<T = unknown> = (deps: Deps, rawId: string, caller: Person) => Promise<TaggedAnswer<T>>;

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** The expected body of a request, and the way to read it. */
type RouteBody<B> =
  /** With `hasPassword`, no refusal shows the body, and no hash of it is stored: the route ignores `Idempotency-Key`. */
  | { readonly kind: 'json'; readonly schema: ZodType<B>; readonly hasPassword: boolean }
  /**
   * A form with a file in its part `file`. `orJson`: a JSON body is accepted as the file, too. `large`: a zip may be
   * larger than the memory limit.
   */
  | { readonly kind: 'file'; readonly orJson: boolean; readonly large: boolean }
  /** A form with any number of files, which are consumed while they arrive. */
  | { readonly kind: 'files' }
  /** A form with several files, or one file of YAML or a zip as the body. The handler reads it. */
  | { readonly kind: 'documents' };

export const jsonBody = <B>(schema: ZodType<B>): RouteBody<B> => ({ kind: 'json', schema, hasPassword: false });
export const jsonBodyWithPassword = <B>(schema: ZodType<B>): RouteBody<B> => ({
  kind: 'json',
  schema,
  hasPassword: true,
});
export const fileBody = ({ orJson = false, large = false } = {}): RouteBody<undefined> => ({
  kind: 'file',
  orJson,
  large,
});
export const filesBody: RouteBody<undefined> = { kind: 'files' };
export const documentsBody: RouteBody<undefined> = { kind: 'documents' };

/** `replicaRead`: the response may have a small lag, and comes from a replica if there is one. */
type Effect = 'read' | 'replicaRead' | 'write';

type Names<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;

interface RouteSpec<Name extends string, Q, B, R> {
  readonly method: Method;
  /** below `/api/v1`, parameters in braces */
  readonly path: string;
  /** the name of the operation in the OpenAPI document */
  readonly name: string;
  readonly summary: string;
  readonly needs: Needs<Name>;
  /** `read` for a GET and `write` for other methods, unless given. */
  readonly effect?: Effect;
  readonly query?: ZodType<Q>;
  /** No body unless given. */
  readonly body?: RouteBody<B>;
  /** null: an empty response with status 204 */
  readonly reply: ZodType<R> | 'bytes' | null;
  /**
   * The ETag for `If-None-Match` and `If-Match`. A function reads the object of the first parameter, whose version is
   * the tag. `content`: the tag is a hash of the response, and changes compare `If-Match` with `stillAs`.
   */
  readonly etag?: Subject | 'content';
  /** The data of the events, for clients that accept a stream of them. */
  readonly events?: ZodType;
  /** The response contains a secret that is not stored: the route ignores `Idempotency-Key`. */
  readonly returnsSecret?: true;
  /** Whether a user who must choose a new password can send the request. */
  readonly beforeNewPassword?: true;
  /** Handles the request. May throw each error of the domain. */
  answer(
    deps: Deps,
    request: RouteRequest<Name, Q, B>,
  ): Promise<NoInfer<R> | TaggedAnswer<NoInfer<R>> | StreamedAnswer>;
}

/** One endpoint as data: the same value is mounted, validated, typed and documented. */
export type Route = RouteSpec<string, unknown, unknown, unknown>;

/** The effect of a route. */
export const effectOf = ({ method, effect }: Pick<Route, 'method' | 'effect'>): Effect =>
  effect ?? (method === 'GET' ? 'read' : 'write');

/** Ties the types of an endpoint together: the names in its path, its query, body and reply. */
export function route<const Path extends string, Q = undefined, B = undefined, R = void>(
  spec: RouteSpec<Names<Path> & Parameter, Q, B, R> & { readonly path: Path },
): Route {
  return spec;
}
