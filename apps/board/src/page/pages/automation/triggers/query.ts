import { pageSize } from '../../../components/table.tsx';
import { offsetParam, type StateOf, textParam, urlState } from '../../../navigation/url-state.ts';

export const triggersUrl = urlState({
  /** A part of the title, as are `template` and `folder`; case-insensitive. */
  title: textParam('title'),
  template: textParam('template'),
  folder: textParam('folder'),
  /** The name of a trigger type; empty: all types. */
  type: textParam('type'),
  from: offsetParam('from', pageSize),
});

/** The filters and the offset of the trigger list. */
export type TriggerQuery = StateOf<typeof triggersUrl>;

/** Returns the request path of a page of triggers. */
export function requestPath({ title, template, folder, type, from }: TriggerQuery): string {
  const filters = { triggerTitle: title, templateTitle: template, folderTitle: folder, triggerType: type };
  const params = new URLSearchParams({ metadata: 'true', resultsPerPage: String(pageSize) });
  for (const [name, text] of Object.entries(filters)) if (text.trim() !== '') params.set(name, text.trim());
  if (from > 0) params.set('page', String(from / pageSize));
  return `/triggers?${params}`;
}
