import type { Message } from '@slipway/domain/messages';
import { type Invalid, messageOf } from '@slipway/domain/model';
import { Overloaded } from '@slipway/engine';
import type { Deps } from '../dependencies/deps.ts';
import { authenticationOf, type RefusalReason } from './authenticate.ts';
import { authenticateByScript } from './authenticate-by-script.ts';
import type { Endpoint } from './endpoint.ts';
import type { ParsedRequest } from './parse-request.ts';

/** The status of the response to the sender, and the reason of a refusal. The reason is null if accepted. */
export interface Authorization {
  readonly status: 200 | 400 | 401 | 503;
  readonly reason: string | null;
  /** The reason of a temporary refusal, for the sender. */
  readonly problem?: Message;
}

const storableReason = (reason: string): string =>
  reason
    .toWellFormed()
    .replace(/\p{Cc}/gu, ' ')
    .slice(0, 500);

const authorizationFor = (reason: RefusalReason): Authorization =>
  reason === null ? { status: 200, reason } : { status: 401, reason: storableReason(reason) };

/** Refuses a body that is not valid JSON. The reason does not repeat the body, which is stored separately. */
export const rejectUnreadable = ({ message, data }: Invalid): Authorization => ({
  status: 400,
  reason: storableReason(data?.code === 'json.malformed' ? 'the body is not valid JSON' : message),
});

/** Authenticates a sender. `id` is the full id of the endpoint. Any error is a refusal. */
export async function authorizeDelivery(
  deps: Deps,
  endpoint: Endpoint,
  id: string,
  parsed: ParsedRequest,
): Promise<Authorization> {
  try {
    const authenticate = authenticationOf(endpoint.authentication.type);
    if (authenticate !== undefined) return authorizationFor(authenticate(endpoint, parsed));
    return authorizationFor(await authenticateByScript(deps, endpoint, id, parsed));
  } catch (error) {
    if (error instanceof Overloaded) return { status: 503, reason: error.message, problem: messageOf(error) };
    deps.logger.error({ endpoint: id, error }, 'could not authenticate a webhook delivery');
    return authorizationFor('it could not be authenticated');
  }
}
