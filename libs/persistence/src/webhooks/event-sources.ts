import type { Connection } from '../database/database.ts';

/** SQL for the ids that triggers may name to listen at an endpoint: its own, and those of the event sources on it. */
export const sourceIdsSql = (endpoint: string): string =>
  `(select ${endpoint} union all select s.id from configurations s where s.event_source = ${endpoint})`;

/** The source of a trigger's events, and from where it listens. */
export interface TriggerSource {
  /** Ids from the root to the folder of its template, or to its own folder without a template. */
  readonly from: readonly string[] | null;
  /** the same for the source; null: it is global */
  readonly place: readonly string[] | null;
  readonly title: string;
  /** The type of the events of an event source; null without one, as for an endpoint. */
  readonly outputEventType: string | null;
}

const sourceStatement = {
  name: 'source-of-trigger',
  text: `select (select path from folders where id = coalesce((select folder_id from live_releases where id = $2), $3)) as "from",
      f.path as place, c.title, c.properties ->> 'outputEventType' as "outputEventType"
    from configurations c left join folders f on f.id = c.folder_id where c.id = $1`,
};

/** A source as a trigger of a template or a folder would listen to it; null when there is none. */
export async function readTriggerSource(
  connection: Connection,
  sourceId: string,
  { templateId, folderId }: { readonly templateId: string | null; readonly folderId: string },
): Promise<TriggerSource | null> {
  const [source] = await connection.query<TriggerSource>(sourceStatement, [sourceId, templateId, folderId]);
  return source ?? null;
}
