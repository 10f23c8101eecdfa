import type { HttpRefusal } from '@slipway/script-protocol';

/** Why a request has no answer, in a sentence that a script may see: it holds no secret, no query and no address that was resolved. */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly type: HttpRefusal;
  constructor(type: HttpRefusal, message: string) {
    super(message);
    this.type = type;
  }
}

/** What the guard does not let happen: nothing was sent. */
export const refused = (message: string): Refusal => new Refusal('HttpRefused', message);
/** A permitted request that failed. */
export const failed = (message: string): Refusal => new Refusal('HttpFailed', message);
