import { type CountingServer, requireHeader, startCountingServer } from '../servers/counting-server.ts';
import { json, parseJson } from '../servers/routes.ts';

export const token = 'parley-token-1';

/** A chat server that stores all its messages. */
export interface Chat extends CountingServer {
  readonly messages: readonly { readonly channel: string; readonly text: string; readonly mentions: unknown }[];
}

export async function startChat(): Promise<Chat> {
  const messages: { channel: string; text: string; mentions: unknown }[] = [];
  const server = await startCountingServer(
    {
      'GET /me': () => json({ user: 'releases' }),
      'GET /channels': ({ query }) =>
        json({ channels: query.get('name') === 'ops' ? [{ id: 'C1', name: 'ops', topic: query.get('limit') }] : [] }),
      'POST /channels/:channel/messages': (received) => {
        const { text, mentions } = parseJson<{ text: string; mentions: unknown }>(received);
        messages.push({ channel: received.params.channel ?? '', text, mentions });
        return json({ id: `m${messages.length}` }, 201);
      },
    },
    requireHeader('authorization', `Bearer ${token}`),
  );
  return { ...server, messages };
}
