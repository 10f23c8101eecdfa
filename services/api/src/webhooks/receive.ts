import { clip, deduplicationValue, Invalid, isSecretHeader, NotFound, passwordMask } from '@slipway/domain';
import { newId, Overloaded } from '@slipway/engine';
import { type Judgement, judgeDelivery, type Sent, storeDelivery } from '@slipway/persistence';
import { configurationIdOf } from '@slipway/wire';
import type { Deps } from '../context/deps.ts';
import { noJsonObject, withoutMark } from '../http/body/json.ts';
import { WrongMethod } from '../http/errors/errors.ts';
import { askScript, largestForScripts } from './ask-script.ts';
import { checkOf, type Refused } from './authenticate.ts';
import { digestOf, type Endpoint, type Endpoints, readEndpoint } from './endpoint.ts';
import { type Arrived, type Delivered, deliveredBy } from './request.ts';

/** What the caller is answered: nothing (200), which methods there are (204), or that it was not let in (401). */
export type Received =
  | { readonly status: 200 }
  | { readonly status: 204; readonly allow: readonly string[] }
  | { readonly status: 401; readonly text: string };

/** Like that of any other request. */
const largestBody = 8 * 1024 * 1024;

/**
 * Takes one request to a webhook endpoint: it is stored, then judged, then answered (rest-api.md, section Events).
 * Throws NotFound, WrongMethod, TooLarge, Overloaded, and Invalid for a body that is no JSON.
 */
export async function receive(deps: Deps, endpoints: Endpoints, arrived: Arrived): Promise<Received> {
  const { path } = arrived;
  const known = endpoints.get(path);
  const first = known?.enabled && known.method === arrived.method ? await taken(deps, known, arrived) : 'changed';
  if (first !== 'changed') return first;
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const endpoint = await readEndpoint(deps, endpoints, path);
    if (!endpoint?.enabled) throw new NotFound(`there is nothing at /webhooks/${clip(path)}`);
    const allow = [endpoint.method, 'OPTIONS'];
    if (arrived.method === 'OPTIONS') return { status: 204, allow };
    if (arrived.method !== endpoint.method) throw new WrongMethod(`${arrived.method} is not known here`, allow);
    const answer = await taken(deps, endpoint, arrived);
    if (answer !== 'changed') return answer;
  }
  throw new Overloaded('the endpoint is being changed, try again');
}

/** What is stored of a request: every secret that we know of is masked. */
function sentTo(endpoint: Endpoint, delivered: Delivered): Sent {
  const { id: endpointId, method, path, mask, authentication } = endpoint;
  const { header, type } = authentication.properties;
  // a signature tells nothing about its key
  const own = type === 'events.TokenAuthentication' && typeof header === 'string' ? [header] : [];
  const headers = Object.entries(delivered.headers).map(([name, value]): [string, string] => [
    mask.text(name),
    isSecretHeader(name, own) ? passwordMask : mask.text(value),
  ]);
  const parameters = Object.entries(delivered.parameters).map(([name, values]): [string, readonly string[]] => [
    mask.text(name),
    values.map(mask.text),
  ]);
  return {
    id: newId('Delivery'),
    endpointId,
    method,
    path,
    parameters: Object.fromEntries(parameters),
    headers: Object.fromEntries(headers),
    body: mask.body(withoutMark(delivered.text)),
    deduplicationKey: keyOf(endpoint, delivered),
  };
}

function keyOf({ deduplicationKey: key }: Endpoint, { byName: headers, payload }: Delivered): string | null {
  const value = key === null || payload instanceof Invalid ? null : deduplicationValue(key, { headers, payload });
  return value === null ? null : digestOf(value);
}

async function taken(deps: Deps, endpoint: Endpoint, arrived: Arrived): Promise<Received | 'changed'> {
  const began = performance.now();
  const limit = checkOf(endpoint.authentication.type) === undefined ? largestForScripts : largestBody;
  const delivered = deliveredBy(arrived, endpoint.method === 'POST' ? await arrived.body(limit) : Buffer.alloc(0));
  const sent = sentTo(endpoint, delivered);
  const stored = await storeDelivery(deps.database, sent, endpoint.version);
  if (stored === 'changed') return stored;
  const id = configurationIdOf(endpoint.id, stored.folderPath);
  const broken = delivered.payload instanceof Invalid ? delivered.payload : null;
  const { status, reason } = broken === null ? await judged(deps, endpoint, id, delivered) : unread(broken);
  const sealedHeaders = reason === null ? sealedFor(deps, sent, delivered) : null;
  const verdict = {
    ...{ id: sent.id, reason, status, sealedHeaders },
    verdict: reason === null ? 'ACCEPTED' : 'REFUSED',
  } as const;
  if (await note(deps, verdict, began)) deps.tell(sent.id, sent.endpointId);
  if (reason === null) return { status: 200 };
  deps.logger.warn({ endpoint: id, delivery: sent.id, status, reason }, 'a webhook delivery was refused');
  if (broken !== null) throw broken;
  if (status === 503) throw new Overloaded(`${reason}, try again`);
  const text = `Unauthorized request for '${id} (${endpoint.title})' (authentication method: ${endpoint.authentication.type})`;
  return { status: 401, text };
}

/** The headers as they were sent, for filters (decisions.md, Scripts); null where nothing of them is masked. */
function sealedFor({ seal }: Deps, { id, headers: kept }: Sent, { headers }: Delivered): string | null {
  const clear = JSON.stringify(headers);
  return clear === JSON.stringify(kept) ? null : seal.seal(`delivery ${id}`, clear);
}

const storableReason = (reason: string): string =>
  reason
    .toWellFormed()
    .replace(/\p{Cc}/gu, ' ')
    .slice(0, 500);

/** What the caller is answered, and why it is not let in; null where it is. */
interface Judged {
  readonly status: 200 | 400 | 401 | 503;
  readonly reason: string | null;
}

/** The caller is told the same; the echo of what is no JSON is left out, since the body is kept beside it. */
const unread = ({ message }: Invalid): Judged => ({
  status: 400,
  reason: storableReason(message.startsWith(noJsonObject) ? 'the body is no JSON' : message),
});

const judgedBy = (refused: Refused): Judged =>
  refused === null ? { status: 200, reason: null } : { status: 401, reason: storableReason(refused) };

/** Whether the caller is let in. Whatever goes wrong while that is found out, it is not. */
async function judged(deps: Deps, endpoint: Endpoint, id: string, delivered: Delivered): Promise<Judged> {
  try {
    const check = checkOf(endpoint.authentication.type);
    return judgedBy(check === undefined ? await askScript(deps, endpoint, id, delivered) : check(endpoint, delivered));
  } catch (error) {
    if (error instanceof Overloaded) return { status: 503, reason: error.message };
    deps.logger.error({ endpoint: id, error }, 'a webhook delivery could not be judged');
    return judgedBy('it could not be judged');
  }
}

/**
 * Notes the verdict, and answers whether a trigger or a task is to hear of the delivery; of two with one key at once, the
 * later one is told so by the index, and asks again.
 */
async function note(deps: Deps, verdict: Omit<Judgement, 'durationMs'>, began: number): Promise<boolean> {
  const durationMs = performance.now() - began;
  const judged = await judgeDelivery(deps.database, { ...verdict, durationMs });
  return judged?.unprocessed ?? false;
}
