import { useSignal } from '@preact/signals';
import { useLive } from '../../live/use-live.ts';
import { lackingForAll } from '../../live/use-rights.ts';
import { nowAndThen, type Want } from '../../live/wants.ts';
import { Deed, Lacking } from '../../parts/deed.tsx';
import { Refusal } from '../../parts/refusal.tsx';
import { rootId } from '../../place/ids.ts';
import { useOffers } from '../../place/offers.ts';
import { go } from '../../place/router.ts';
import { addressOf } from './spot.ts';
import { AddDialog } from './steps/add-dialog.tsx';
import { levels, refreshTree, refusedAtTop } from './tree/levels.ts';
import { Tree } from './tree/tree.tsx';

/** The way to a new folder at the top. */
function AddAtTop() {
  const isAsked = useSignal(false);
  const lacking = lackingForAll('folderAtTop');
  useOffers([{ name: 'Create a folder at the top', lacking, run: () => (isAsked.value = true) }]);
  return (
    <>
      <div class="tools">
        <Deed lacking={lacking} run={() => (isAsked.value = true)}>
          Create a folder at the top…
        </Deed>
      </div>
      <Lacking names={[lacking]} on="" />
      {isAsked.value && (
        <AddDialog
          parent={rootId}
          close={() => (isAsked.value = false)}
          added={(id) => {
            void refreshTree();
            go(addressOf(id));
          }}
        />
      )}
    </>
  );
}

const wanted: readonly Want[] = [nowAndThen];

/** The tree of folders beside the one that is shown. */
export function Side({ chosen }: { readonly chosen: string | null }) {
  useLive(wanted, refreshTree);
  const top = levels.value.get(rootId);
  return (
    <nav class="side" aria-label="Folders">
      <AddAtTop />
      {top === undefined && <Refusal sentence={refusedAtTop.value} />}
      <Tree label="Folders" chosen={chosen} />
      {top?.folders.length === 0 && <p class="empty">There is no folder that you may see.</p>}
    </nav>
  );
}
