import { idCandidates } from '@slipway/domain';
import { newId } from '@slipway/engine';
import { addBlackout, type BlackoutView, type Database, findBlackout, updateBlackout } from '@slipway/persistence';
import { type BlackoutAnswer, type BlackoutBody, type BlackoutChanges, chosenId, showBlackout } from '@slipway/wire';
import { folderNamed } from '../folders/find.ts';
import type { ReadContext, ResourceContext } from '../model/context.ts';
import { nothingNamed } from '../model/find.ts';
import { showAlone } from '../model/show-for.ts';

/** The blackout that an id names. Throws NotFound. */
export async function blackoutNamed(database: Database, written: string): Promise<BlackoutView> {
  const found = await findBlackout(database, idCandidates('Blackout', written));
  if (found === null) throw nothingNamed('blackout', written);
  return found;
}

export const renderBlackout = (context: Pick<ReadContext, 'typePrefix'>, blackout: BlackoutView): BlackoutAnswer =>
  showBlackout(blackout, showAlone(context));

/** The folder that a request names, if it names one. Throws NotFound. */
const optionalFolder = async (database: Database, written: string | null | undefined) =>
  written === null || written === undefined ? null : await folderNamed(database, written);

/** Makes a blackout; an id that the client chose is kept when it is free. Throws Invalid, NotFound (no such folder). */
export async function createBlackout(context: ResourceContext, body: BlackoutBody): Promise<BlackoutAnswer> {
  const folder = await optionalFolder(context.database, body.folderId);
  const { label, startDate, endDate } = body;
  const made = { label, startDate, endDate, folderId: folder?.id ?? null, folderPath: folder?.path ?? null };
  const [fresh, chosen] = [newId('Blackout'), chosenId('Blackout', body.id)];
  const id = await context.engine.change(async (database) => {
    if (chosen !== null && (await addBlackout(database, { ...made, id: chosen }))) return chosen;
    await addBlackout(database, { ...made, id: fresh });
    return fresh;
  });
  return renderBlackout(context, { ...made, id });
}

/** Changes what is given of a blackout. Throws Invalid, NotFound. */
export async function changeBlackout(
  context: ReadContext,
  written: string,
  { folderId, ...changes }: BlackoutChanges,
): Promise<BlackoutAnswer> {
  const { database } = context;
  const { id } = await blackoutNamed(database, written);
  const folder = folderId === undefined ? {} : { folderId: (await optionalFolder(database, folderId))?.id ?? null };
  await updateBlackout(database, id, { ...changes, ...folder });
  return renderBlackout(context, await blackoutNamed(database, id));
}
