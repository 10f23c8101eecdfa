import { setImmediate as turnOfOthers } from 'node:timers/promises';
import type { Person } from '@slipway/engine';
import type { Request } from 'express';
import type { AccountLogin } from './access.ts';
import { maxTextBytes, notJsonObject, parseJson, refusalWithoutEcho, toUtf8 } from './body/json.ts';
import type { LargeFile } from './body/large-file.ts';
import {
  isForm,
  maxFormBytes,
  readSingleFile,
  receiveFiles,
  requireForm,
  type UploadedFile,
} from './body/multipart.ts';
import { charsetOf, hasBody, readBody } from './body/read-body.ts';
import { stillAsFor } from './preconditions.ts';
import { parseBy, readQuery, refusalOf } from './query.ts';
import type { Route, RouteRequest } from './route.ts';

/** A request that matches the path of a route. */
export interface Call {
  readonly caller: Person;
  /** of the client */
  readonly address: string;
  readonly login: AccountLogin;
  readonly request: Request;
  /** Reads the body once; with a large file, its identifying parts. Throws TooLarge. */
  readonly bytes: () => Promise<Buffer>;
}

/** The bytes of a body whose parsing, validation and processing take about 10 ms each. */
const largeBodyBytes = 128 * 1024;

const emptyBody = Buffer.alloc(0);

/** Reads the body of a request to a route. */
export function bytesFor({ body }: Route, request: Request): Call['bytes'] {
  const limit = body?.kind === 'file' || body?.kind === 'documents' ? maxFormBytes : undefined;
  let bytes: Promise<Buffer> | undefined;
  return () => {
    bytes ??= hasBody(request) ? readBody(request, limit) : Promise.resolve(emptyBody);
    return bytes;
  };
}

/** The request of a route, parsed with its schemas. Throws Invalid, TooLarge, UnsupportedMediaType. */
export async function readRequest(
  route: Route,
  path: Readonly<Record<string, string>>,
  call: Call,
  largeFile: LargeFile | null,
): Promise<RouteRequest<string, unknown, unknown>> {
  const query = route.query && parseBy(route.query, readQuery(call.request.url));
  const file = largeFile === null ? await fileOf(route, call) : null;
  const code = { message: call.request, bytes: call.bytes };
  const body = await jsonOf(route, call);
  const { caller, login, address } = call;
  const { headers } = call.request;
  const actor = { username: caller.username, address };
  const files = receiveFiles(call.request);
  const stillAs = stillAsFor(route.etag === 'content' ? headers['if-match'] : undefined);
  return { caller, login, actor, path, query, body, file, largeFile, code, files, headers, stillAs };
}

/** The file of a form, if the route accepts one, or a JSON body. */
async function fileOf({ body }: Route, { bytes, request }: Call): Promise<UploadedFile | null> {
  if (body?.kind !== 'file') return null;
  if (body.orJson && !isForm(request)) {
    const charset = charsetOf(request);
    return { name: '', bytes: toUtf8(await bytes(), charset) };
  }
  requireForm(request);
  return await readSingleFile(request, await bytes());
}

async function jsonOf({ body, method }: Route, { bytes, request }: Call): Promise<unknown> {
  // some clients send a body with every request
  if ((body !== undefined && body.kind !== 'json') || method === 'GET') return undefined;
  const charset = hasBody(request) ? charsetOf(request) : 'utf-8';
  if (body === undefined) return undefined;
  const text = toUtf8(await bytes(), charset);
  const refusal = body.hasPassword ? refusalWithoutEcho : notJsonObject;
  const parsed = text.length === 0 ? {} : parseJson(text, maxTextBytes, refusal);
  if (text.length > largeBodyBytes) await turnOfOthers();
  const result = body.schema.safeParse(parsed);
  if (text.length > largeBodyBytes) await turnOfOthers();
  if (result.success) return result.data;
  throw refusalOf(result.error, () => refusal(text.toString('utf8')));
}
