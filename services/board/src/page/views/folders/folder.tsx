import type { FolderAnswer } from '@slipway/wire';
import { useEffect } from 'preact/hooks';
import { useAsked } from '../../live/use-asked.ts';
import { nowAndThen } from '../../live/wants.ts';
import { DeadEnd } from '../../parts/dead-end.tsx';
import { Refusal } from '../../parts/refusal.tsx';
import { lastOf } from '../../place/ids.ts';
import { place } from '../../place/router.ts';
import type { ViewProps } from '../view.ts';
import { OneFolder } from './one-folder.tsx';
import { Side } from './side.tsx';
import { spotIn } from './spot.ts';
import { reveal } from './tree/levels.ts';

/** A folder beside the tree: its content, and its teams. */
export function Folder({ parts: { id = '' } }: ViewProps) {
  const asked = useAsked<FolderAnswer>(`/folders/${encodeURIComponent(id)}?depth=0`, { wanted: [nowAndThen] });
  const answer = asked.value.value;
  // the folder before, until this one is answered
  const folder = answer && lastOf(answer.id) === id ? answer : undefined;
  const title = folder?.title;
  useEffect(() => {
    document.title = `${title ?? 'Folder'} · Slipway`;
  }, [title]);
  // what may not be seen on the way to a folder leaves the tree as it is
  useEffect(() => void (folder && reveal(folder.id).catch(() => {})), [folder?.id]);
  return (
    <section class="split">
      <Side chosen={id} />
      <div>
        {folder ? (
          <Refusal sentence={asked.refusal.value} />
        ) : (
          <DeadEnd what="folder" sentence={asked.refusal.value} list={['/folders', 'All folders']} />
        )}
        {folder && (
          <OneFolder key={folder.id} folder={folder} spot={spotIn(place.value.query)} refresh={asked.refresh} />
        )}
      </div>
    </section>
  );
}
