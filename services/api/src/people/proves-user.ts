import type { Actor } from '@slipway/persistence';
import type { ProvesUser } from '@slipway/resources';
import type { Deps } from '../context/deps.ts';
import { givenLogin, requireGivenPassword } from './given-password.ts';
import { looksLikeToken } from './tokens/token-text.ts';

const field = 'scriptUserPassword';

/** Verifies a run-as user like a login from that address, with the same limits. */
export const provesUser = (deps: Pick<Deps, 'login' | 'tokenLogin'>, actor: Actor): ProvesUser => {
  const address = actor.address ?? '';
  return {
    password: (username, password) =>
      requireGivenPassword(deps, { username, password, address, field, expected: 'the password of scriptUsername' }),
    token: async (text) => {
      if (!looksLikeToken(text)) return null;
      const expected = 'a personal access token that holds, or scriptUsername with its password';
      const { identity, id } = await givenLogin(field, expected, () => deps.tokenLogin(text, address));
      return { username: identity.username, tokenId: id };
    },
  };
};
