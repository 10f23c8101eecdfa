import type { IncomingMessage } from 'node:http';
import { message } from '@slipway/domain/messages';
import { Invalid } from '@slipway/domain/model';

/** Runs work with a signal that aborts when the client of a request disconnects. */
export async function whileConnected<T>(
  { socket }: Pick<IncomingMessage, 'socket'>,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const control = new AbortController();
  const onDisconnect = (): void => control.abort(new Invalid(message('body.clientGone')));
  socket.once('close', onDisconnect);
  if (socket.destroyed) onDisconnect();
  try {
    return await work(control.signal);
  } finally {
    socket.off('close', onDisconnect);
  }
}
