import type { ServedProduct } from '../../harness/product/serve.ts';
import { basicAuth, createRestClient, type RestClient } from '../../harness/rest/rest-client.ts';

/** Creates users and roles over REST. The password of each user is `pw` and the user name. */
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
    /**
     * Creates a user with these global permissions, through a role `role of <name>`; returns the client of the user.
     */
    someone: async (username: string, ...permissions: readonly string[]): Promise<RestClient> => {
      await rest.post(`/users/${encodeURIComponent(username)}`, { password: `pw ${username}` });
      if (permissions.length > 0) await role(`role of ${username}`, permissions, username);
      return as(username);
    },
  };
};

export const missingPermission = (permission: string): string =>
  `403 Permission ${permission} on APPLICATIONS on Applications is not granted to you.`;
