import { Invalid } from '@slipway/domain/model';
import { languageOf, RunnerBusy, RunnerUnavailable } from '@slipway/script-protocol';
import type { ResourceContext } from '../model/context.ts';

/**
 * Rejects a script that does not compile; `where` is the begin of the message. Without a runner, the script is
 * accepted, and fails when it runs. Throws Invalid.
 */
export async function requireScript(
  { scripts }: Pick<ResourceContext, 'scripts'>,
  script: string,
  position: string,
): Promise<void> {
  const error = await scripts?.compile(languageOf(script), script).catch((failure: unknown) => {
    if (failure instanceof RunnerBusy || failure instanceof RunnerUnavailable) return null;
    throw failure;
  });
  if (!error) return;
  const lineText = error.line === null ? '' : ` in line ${error.line}`;
  const summary = error.message.replace(/\s+/g, ' ').slice(0, 300);
  throw new Invalid(`${position}: does not compile${lineText}: ${summary}`);
}
