import type { ServedProduct } from '../../../harness/product/serve.ts';
import { createRestClient, type RestClient } from '../../../harness/rest/rest-client.ts';

export interface Invitation {
  readonly id: string;
  readonly username: string;
  readonly path: string;
}

/** The response to a link that cannot be used, whatever the reason. */
export const invalid = '404 the invitation is wrong, expired, revoked or used: ask an administrator for another one';

/** Returns the text of a link, as the page of the board reads it. */
export const textOf = ({ path }: Invitation): string => path.replace('/#invitation=', '');

/** Returns functions that create, open and accept invitations. */
export function createInvitationClient({ rest, url }: Pick<ServedProduct, 'rest' | 'url'>) {
  const anonymous = createRestClient(url, {});
  const at = (path: string): string => `${url()}/invitation/${path}`;
  return {
    invite: (username: string, fields: object = {}, by: RestClient = rest) =>
      by.post<Invitation>('/invitations', { username, ...fields }),
    open: (text: string, headers = {}) => anonymous.send('POST', at('open'), { invitation: text }, headers),
    accept: (text: string, password: string, headers = {}) =>
      anonymous.send('POST', at('accept'), { invitation: text, password }, headers),
    /** Returns the status and the text of the response to a link. */
    errorOf: (text: string) => anonymous.sendForError('POST', at('open'), { invitation: text }),
  };
}
