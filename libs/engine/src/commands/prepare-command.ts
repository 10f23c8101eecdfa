import { type Command, definitionOf, type Fact, type Input } from '@slipway/domain/commands';
import type { Release } from '@slipway/domain/model';
import type { Connection } from '@slipway/persistence/database';
import type { Seal } from '@slipway/persistence/secrets';
import type { EngineContext } from '../decision/engine-context.ts';
import { createIdClaim } from './claim-ids.ts';
import { withTemplatePasswords } from './template-passwords.ts';

/** Returns the command with its passwords encrypted: clear text is never displayed, stored or compared. */
export const sealCommand = (seal: Seal, release: Release, command: Command): Command =>
  definitionOf(command).secrets?.seal(command, seal, release) ?? command;

/** Returns the command with ids for its new parts. An id of the client is kept if it is free. */
async function claimCommand(connection: Connection, release: Release, command: Command): Promise<Command> {
  const { ids } = definitionOf(command);
  const chosenIds = ids?.list(command, release) ?? [];
  if (ids === null || chosenIds.length === 0) return command;
  return ids.claim(command, await createIdClaim(connection, chosenIds), release);
}

/** New objects of a script keep their ids if these are free. The passwords of the script are already encrypted. */
async function claimFact(connection: Connection, release: Release, fact: Fact): Promise<Fact> {
  if (fact.type !== 'scriptFinished' && fact.type !== 'scriptScheduled') return fact;
  const actions: Command[] = [];
  for (const action of fact.actions) actions.push(await claimCommand(connection, release, action));
  return { ...fact, actions };
}

/**
 * Returns an input for the domain: with encrypted passwords, and with free ids for new parts. Runs no statement for an
 * input without these. Throws Invalid.
 */
export async function prepareInput(
  { seal }: Pick<EngineContext, 'seal'>,
  connection: Connection,
  release: Release,
  input: Input,
): Promise<Input> {
  if (input.kind === 'fact') return { ...input, fact: await claimFact(connection, release, input.fact) };
  const command = await withTemplatePasswords(connection, input.command);
  return { ...input, command: await claimCommand(connection, release, sealCommand(seal, release, command)) };
}
