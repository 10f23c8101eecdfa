import { setImmediate as turnOfOthers } from 'node:timers/promises';
import type { Person } from '@slipway/engine';
import type { Request } from 'express';
import type { OwnLogin } from './access.ts';
import { filesOf } from './body/form-files.ts';
import { inUtf8, longestText, notAnObject, notShown, parseJson } from './body/json.ts';
import type { LargeFile } from './body/large-file.ts';
import { fileIn, isForm, largestForm, requireForm, type UploadedFile } from './body/multipart.ts';
import { charsetOf, hasBody, readBody } from './body/read-body.ts';
import { stillAsIn } from './preconditions/content-tag.ts';
import { parseBy, readQuery, refusalOf } from './query.ts';
import type { Route, RouteRequest } from './route.ts';

/** A request that came to the path of a route. */
export interface Call {
  readonly caller: Person;
  /** of the client */
  readonly address: string;
  readonly login: OwnLogin;
  readonly request: Request;
  /** Reads the body once; with a large file, its identifying parts. Throws TooLarge. */
  readonly bytes: () => Promise<Buffer>;
}

/** In bytes. Parsing, validating and processing such a body take about 10 ms each. */
const large = 128 * 1024;

const none = Buffer.alloc(0);

/** Reads the body of a request to a route. */
export function bytesFor({ takesFile }: Route, request: Request): Call['bytes'] {
  const limit = takesFile === undefined ? undefined : largestForm;
  let bytes: Promise<Buffer> | undefined;
  return () => {
    bytes ??= hasBody(request) ? readBody(request, limit) : Promise.resolve(none);
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
  const body = await bodyOf(route, call);
  const { caller, login, address } = call;
  const { headers } = call.request;
  const actor = { username: caller.username, address };
  const files = filesOf(call.request);
  const stillAs = stillAsIn(route.tagged === true ? headers['if-match'] : undefined);
  return { caller, login, actor, path, query, body, file, largeFile, code, files, headers, stillAs };
}

/** The file of a form, where the route takes one; or a body of JSON in its place. */
async function fileOf({ takesFile }: Route, { bytes, request }: Call): Promise<UploadedFile | null> {
  if (takesFile === undefined || takesFile === 'orCode') return null;
  if (takesFile === 'orJson' && !isForm(request)) {
    const charset = charsetOf(request);
    return { name: '', bytes: inUtf8(await bytes(), charset) };
  }
  requireForm(request);
  return await fileIn(request, await bytes());
}

async function bodyOf(route: Route, { bytes, request }: Call): Promise<unknown> {
  const { body: schema, takesFile, takesFiles, takesPassword, method } = route;
  // some clients send a body with every request
  if (takesFile !== undefined || takesFiles === true || method === 'GET') return undefined;
  const charset = hasBody(request) ? charsetOf(request) : 'utf-8';
  if (!schema) return undefined;
  const text = inUtf8(await bytes(), charset);
  const refusal = takesPassword === true ? notShown : notAnObject;
  const parsed = text.length === 0 ? {} : parseJson(text, longestText, refusal);
  if (text.length > large) await turnOfOthers();
  const result = schema.safeParse(parsed);
  if (text.length > large) await turnOfOthers();
  if (result.success) return result.data;
  throw refusalOf(result.error, () => refusal(text.toString('utf8')));
}
