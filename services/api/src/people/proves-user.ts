import { Invalid } from '@slipway/domain';
import type { Actor } from '@slipway/persistence';
import type { ProvesUser } from '@slipway/resources';
import type { Deps } from '../context/deps.ts';
import { Unauthenticated } from '../http/errors/errors.ts';
import { looksLikeToken } from './tokens/token-text.ts';

const orInvalid =
  (sentence: string) =>
  (error: unknown): never => {
    throw error instanceof Unauthenticated ? new Invalid(`scriptUserPassword: ${sentence}`) : error;
  };

/** Checks the user as whom scripts shall run as a login from that address is checked, and as often. */
export const provesUser = ({ login, tokenLogin }: Pick<Deps, 'login' | 'tokenLogin'>, actor: Actor): ProvesUser => {
  const address = actor.address ?? '';
  return {
    password: async (username, password) => {
      const wrong = 'expected the password of scriptUsername';
      if (/[\p{Cc}\uFFFD]/u.test(username + password)) throw new Invalid(`scriptUserPassword: ${wrong}`);
      await login({ username, password }, address).catch(orInvalid(wrong));
    },
    token: async (text) => {
      if (!looksLikeToken(text)) return null;
      const wrong = 'expected a personal access token that holds, or scriptUsername with its password';
      const { identity, id } = await tokenLogin(text, address).catch(orInvalid(wrong));
      return { username: identity.username, tokenId: id };
    },
  };
};
