import { type CountingServer, requireBasic, startCountingServer } from '../servers/counting-server.ts';
import { json, parseForm } from '../servers/routes.ts';

export const login = { username: 'postman', password: 'postman-password' };

/** A message gateway that refuses one recipient name. */
export interface Gateway extends CountingServer {
  readonly letters: readonly Readonly<Record<string, string>>[];
}

export async function startGateway(): Promise<Gateway> {
  const letters: Record<string, string>[] = [];
  const server = await startCountingServer(
    {
      'POST /accounts/:account/messages': (received) => {
        const letter = Object.fromEntries(parseForm(received));
        if (letter.to?.startsWith('nobody')) return json({ message: 'the mailbox is full' }, 422);
        letters.push(letter);
        return json({ id: letters.length }, 202);
      },
    },
    requireBasic(login.username, login.password),
  );
  return { ...server, letters };
}
