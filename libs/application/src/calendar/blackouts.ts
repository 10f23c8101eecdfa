import {
  type BlackoutBody,
  type BlackoutChanges,
  type BlackoutResponse,
  showBlackout,
} from '@slipway/api-schema/calendar';
import { chosenId } from '@slipway/api-schema/variables';
import { idCandidates } from '@slipway/domain/ids';
import { newId } from '@slipway/engine';
import { addBlackout, type BlackoutView, findBlackout, updateBlackout } from '@slipway/persistence/calendar';
import type { Database } from '@slipway/persistence/database';
import { getFolder } from '../folders/find.ts';
import type { ReadContext, ResourceContext } from '../model/context.ts';
import { notFound } from '../model/find.ts';
import { contextWithoutReferences } from '../model/render-context.ts';

/** The blackout that an id names. Throws NotFound. */
export async function getBlackout(database: Database, rawId: string): Promise<BlackoutView> {
  const match = await findBlackout(database, idCandidates('Blackout', rawId));
  if (match === null) throw notFound('blackout', rawId);
  return match;
}

export const renderBlackout = (context: Pick<ReadContext, 'typePrefix'>, blackout: BlackoutView): BlackoutResponse =>
  showBlackout(blackout, contextWithoutReferences(context));

/** The folder that a request names, if it names one. Throws NotFound. */
const optionalFolder = async (database: Database, rawId: string | null | undefined) =>
  rawId === null || rawId === undefined ? null : await getFolder(database, rawId);

/** Makes a blackout; an id that the client chose is kept when it is free. Throws Invalid, NotFound (no such folder). */
export async function createBlackout(context: ResourceContext, body: BlackoutBody): Promise<BlackoutResponse> {
  const folder = await optionalFolder(context.database, body.folderId);
  const { label, startDate, endDate } = body;
  const draft = { label, startDate, endDate, folderId: folder?.id ?? null, folderPath: folder?.path ?? null };
  const [newBlackoutId, chosen] = [newId('Blackout'), chosenId('Blackout', body.id)];
  const id = await context.engine.change(async (database) => {
    if (chosen !== null && (await addBlackout(database, { ...draft, id: chosen }))) return chosen;
    await addBlackout(database, { ...draft, id: newBlackoutId });
    return newBlackoutId;
  });
  return renderBlackout(context, { ...draft, id });
}

/** Changes what is given of a blackout. Throws Invalid, NotFound. */
export async function changeBlackout(
  context: ReadContext,
  rawId: string,
  { folderId, ...changes }: BlackoutChanges,
): Promise<BlackoutResponse> {
  const { database } = context;
  const { id } = await getBlackout(database, rawId);
  const folder = folderId === undefined ? {} : { folderId: (await optionalFolder(database, folderId))?.id ?? null };
  await updateBlackout(database, id, { ...changes, ...folder });
  return renderBlackout(context, await getBlackout(database, id));
}
