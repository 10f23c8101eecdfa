import { findFolder, useFolders } from '../../live/folders.ts';
import { useEntity } from '../../live/queries.ts';
import { lastSegment } from '../../navigation/ids.ts';
import { Link } from '../../navigation/link.tsx';
import type { AppliedRow } from './plan.ts';

/** The request of an object and its view, by kind. */
const paths: Readonly<Record<string, readonly [request: string, view: string]>> = {
  Template: ['/templates/', '/templates/'],
  Release: ['/releases/', '/releases/'],
  Folder: ['/folders/', '/folders/'],
  Trigger: ['/triggers/', '/automation/triggers/'],
};

/** A created or changed object: a link with the titles of its folders and its own, or its id if it has no view. */
export function AppliedItem({ row: { kind, id } }: { readonly row: AppliedRow }) {
  const folders = useFolders();
  const [request = null, view = ''] = paths[kind] ?? [];
  const key = encodeURIComponent(lastSegment(id));
  const { value } = useEntity<{ readonly title: string }>(request && `${request}${key}`, []);
  if (request === null) return <bdi>{id}</bdi>;
  const above = findFolder(folders, id.split('/').at(-2) ?? '')?.titles ?? [];
  const title = value.value?.title;
  return <Link to={`${view}${key}`}>{title === undefined ? id : [...above, title].join('/')}</Link>;
}
