import { clip, Forbidden } from '@slipway/domain/model';
import type { RequestHandler } from 'express';

/** Names of this machine that no name server can give to another one. */
const loopbackName = /^(?:(?:[a-z0-9-]+\.)*localhost\.?|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i;

/** Whether a header `Host` names this machine; a request of HTTP/1.0 may have none, and no browser sends it. */
export const isOwnHost = (host: string | undefined): boolean => host === undefined || loopbackName.test(host);

/**
 * Another site may point its name to this machine (DNS rebinding), and its page may then read our responses. While the
 * admin has the default password, only loopback names are served. Throws Forbidden.
 */
export function ownHostOnly(hasDefaultPassword: () => Promise<boolean>): RequestHandler {
  return async ({ headers: { host } }, _response, next) => {
    if (!isOwnHost(host) && (await hasDefaultPassword())) {
      throw new Forbidden(
        `Host ${clip(host ?? '')} is not answered while the user admin has the password admin: use localhost or 127.0.0.1, or begin with an ADMIN_PASSWORD`,
      );
    }
    next();
  };
}
