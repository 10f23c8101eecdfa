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
  /** of a route that takes one */
  readonly file: UploadedFile | null;
  /** the same where memory does not hold it */
  readonly largeFile: LargeFile | null;
  /** of a route that takes documents; nothing of the body is read before */
  readonly code: CodeBody;
  /** takes the files of a route that takes several; nothing of the body is read before */
  readonly files: Receive;
  readonly headers: IncomingHttpHeaders;
  /** of a route that is `tagged`; else nothing is wanted */
  readonly stillAs: RequireUnchanged;
}

/** Reads what an id names, for a caller, with its tag. Throws NotFound, Forbidden. */
export type Subject<T = unknown> = (deps: Deps, rawId: string, caller: Person) => Promise<TaggedAnswer<T>>;

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

type Names<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;

interface RouteSpec<Name extends string, Q, B, R> {
  readonly method: Method;
  /** below `/api/v1`, parameters in braces */
  readonly path: string;
  /** what the operation is called in the OpenAPI document */
  readonly name: string;
  readonly summary: string;
  readonly needs: Needs<Name>;
  readonly query?: ZodType<Q>;
  readonly body?: ZodType<B>;
  /** null: nothing is answered, with status 204 */
  readonly reply: ZodType<R> | null;
  /** reads what the first parameter names, where `If-None-Match` and `If-Match` may speak of its tag */
  readonly subject?: Subject;
  /** Its response has an ETag by content, and its changes compare `If-Match` with `stillAs`. */
  readonly hasContentTag?: true;
  /**
   * takes a form with a file in its part `file` instead of JSON; `orJson`: a body of JSON is taken as a file, too; `orCode`: a
   * form may have several files, and a body of YAML or a zip is taken as one
   */
  readonly acceptsFile?: true | 'orJson' | 'orCode';
  /** takes a file that memory does not hold, too: a zip */
  readonly acceptsLargeFile?: true;
  /** takes a form with any number of files, which are not kept in memory: an `Idempotency-Key` means nothing to it */
  readonly acceptsFiles?: true;
  /** answers bytes and no JSON */
  readonly streams?: true;
  /** answers a stream of events, each with such data, to those who accept that */
  readonly events?: ZodType;
  /** a POST that changes nothing: an `Idempotency-Key` means nothing to it */
  readonly isReadOnly?: true;
  /** its answer may be a little behind: a replica is read from, where there is one */
  readonly mayLag?: true;
  /** its answer holds a secret that is not kept: an `Idempotency-Key` means nothing to it either */
  readonly returnsSecret?: true;
  /** its body holds a password: no refusal shows it, nor is a hash of it kept, so that an `Idempotency-Key` means nothing */
  readonly acceptsPassword?: true;
  /** Handles the request. May throw each error of the domain. */
  answer(
    deps: Deps,
    request: RouteRequest<Name, Q, B>,
  ): Promise<NoInfer<R> | TaggedAnswer<NoInfer<R>> | StreamedAnswer>;
}

/** One endpoint as data: the same value is mounted, validated, typed and documented. */
export type Route = RouteSpec<string, unknown, unknown, unknown>;

/** Ties the types of an endpoint together: the names in its path, its query, body and reply. */
export function route<const Path extends string, Q = undefined, B = undefined, R = void>(
  spec: RouteSpec<Names<Path> & Parameter, Q, B, R> & { readonly path: Path },
): Route {
  return spec;
}
