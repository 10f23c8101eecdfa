import type { ServedProduct } from '../../harness/product/serve.ts';
import { basicAuth, createRestClient, type RestClient } from '../../harness/rest/rest-client.ts';

/** People of a served product, made over REST: each logs in by a password that is `pw` and their name. */
export const createRestUsers = ({ rest, url }: Pick<ServedProduct, 'rest' | 'url'>) => {
  const as = (username: string): RestClient => createRestClient(url, basicAuth(username, `pw ${username}`));
  const role = (name: string, permissions: readonly string[], ...members: readonly string[]) =>
    rest.sendForNoContent('POST', `/roles/${encodeURIComponent(name)}`, {
      name,
      permissions,
      principals: members.map((username) => ({ username })),
    });
  return {
    as,
    role,
    /** Makes a user who has these global permissions, by a role of their own name; answers them. */
    someone: async (username: string, ...permissions: readonly string[]): Promise<RestClient> => {
      await rest.post(`/users/${encodeURIComponent(username)}`, { password: `pw ${username}` });
      if (permissions.length > 0) await role(`role of ${username}`, permissions, username);
      return as(username);
    },
  };
};

export const missingPermission = (permission: string): string =>
  `403 Permission ${permission} on APPLICATIONS on Applications is not granted to you.`;
