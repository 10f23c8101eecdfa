import type { Served } from '../../harness/product/serve.ts';
import { basic, type Rest, restAt } from '../../harness/rest/rest.ts';

/** People of a served product, made over REST: each logs in by a password that is `pw` and their name. */
export const peopleByRest = ({ rest, url }: Pick<Served, 'rest' | 'url'>) => {
  const as = (username: string): Rest => restAt(url, basic(username, `pw ${username}`));
  const role = (name: string, permissions: readonly string[], ...members: readonly string[]) =>
    rest.done('POST', `/roles/${encodeURIComponent(name)}`, {
      name,
      permissions,
      principals: members.map((username) => ({ username })),
    });
  return {
    as,
    role,
    /** Makes a user who has these global permissions, by a role of their own name; answers them. */
    someone: async (username: string, ...permissions: readonly string[]): Promise<Rest> => {
      await rest.post(`/users/${encodeURIComponent(username)}`, { password: `pw ${username}` });
      if (permissions.length > 0) await role(`role of ${username}`, permissions, username);
      return as(username);
    },
  };
};

export const lacking = (permission: string): string =>
  `403 Permission ${permission} on APPLICATIONS on Applications is not granted to you.`;
