import type { IncomingMessage } from 'node:http';
import { message } from '@slipway/domain/messages';
import { Forbidden } from '@slipway/domain/model';
import type { Identity, Person } from '@slipway/engine';
import type { RequestHandler } from 'express';
import type { Client } from './client/address.ts';

/** The kind of a login. */
export interface LoginInfo {
  readonly by: 'password' | 'token' | 'session' | 'provider';
  /** of the token or session */
  readonly id: string | null;
  /** whether the token has limited permissions, even if `admin` is one of them */
  readonly isLimited?: true;
  /** Whether the user must choose a new password before any other request. Never with a token. */
  readonly mustChangePassword?: boolean;
}

/** The login with its account. */
export interface AccountLogin extends LoginInfo {
  /** Distinguishes the account from a deleted one with the same name; null: it was created before such ids existed. */
  readonly account: string | null;
}

/** A verified login. */
export interface Login extends LoginInfo {
  readonly identity: Identity;
}

/** Authenticates a request. Throws Unauthenticated, Forbidden, TooManyRequests, Overloaded. */
export type Authenticator = (message: IncomingMessage, client: Client) => Promise<Login>;

/** The checks of each request. */
interface AccessChecks {
  readonly login: Authenticator;
  readonly person: (identity: Identity) => Promise<Person>;
  readonly license: (() => Promise<void>) | null;
  /** Called for each authenticated request. */
  readonly onAuthenticated: (login: Login, message: IncomingMessage, client: Client) => void;
}

/** Refuses all requests of a user who must choose a new password first. Throws Forbidden. */
export function requireChosenPassword({ mustChangePassword = false }: LoginInfo): void {
  if (mustChangePassword) throw new Forbidden(message('login.newPasswordNeeded', { request: 'PUT /me/password' }));
}

/** Requires a login, and a valid license if one is configured. */
export function requireAccess({ login, person, license, onAuthenticated }: AccessChecks): RequestHandler {
  return async (request, response, next) => {
    const { client } = response.locals;
    const { identity, by, id, mustChangePassword = false } = await login(request, client);
    if (license) await license();
    onAuthenticated({ identity, by, id }, request, client);
    response.locals.caller = await person(identity);
    const limit = identity.restrictedTo === null ? {} : ({ isLimited: true } as const);
    response.locals.login = { by, id, account: identity.account ?? null, mustChangePassword, ...limit };
    next();
  };
}
