import { useSignal } from '@preact/signals';
import Plus from '~icons/lucide/plus';
import { missingGlobalPermission } from '../../api/permissions.ts';
import { ActionButton, MissingPermissions } from '../../components/controls/action-button.tsx';
import { Icon } from '../../components/marks/icon.tsx';
import { Refusal } from '../../components/refusal.tsx';
import { useLiveRefresh } from '../../live/queries.ts';
import { polled, type Topic } from '../../live/subscriptions.ts';
import { rootId } from '../../navigation/ids.ts';
import { usePaletteActions } from '../../navigation/palette-actions.ts';
import { navigate } from '../../navigation/router.ts';
import { t } from '../../navigation/text.ts';
import { AddDialog } from './dialogs.tsx';
import { levels, refreshTree, rootRefusal } from './tree/levels.ts';
import { Tree } from './tree/tree.tsx';
import { folderUrl } from './url-state.ts';

/** A button that creates a top-level folder. */
function AddRootFolder() {
  const isOpen = useSignal(false);
  const missingPermission = missingGlobalPermission('createFolder');
  usePaletteActions([{ name: t('New top-level folder'), missingPermission, run: () => (isOpen.value = true) }]);
  return (
    <>
      <ActionButton missingPermission={missingPermission} run={() => (isOpen.value = true)}>
        <Icon of={Plus} />
        New top-level folder
      </ActionButton>
      <MissingPermissions names={[missingPermission]} objectId="" />
      {isOpen.value && (
        <AddDialog
          parent={rootId}
          close={() => (isOpen.value = false)}
          onAdded={(id) => {
            void refreshTree();
            navigate(folderUrl(id));
          }}
        />
      )}
    </>
  );
}

const topics: readonly Topic[] = [polled];

/** The folder tree beside the current folder. */
export function Sidebar({ selectedKey }: { readonly selectedKey: string | null }) {
  useLiveRefresh(topics, refreshTree);
  const rootLevel = levels.value.get(rootId);
  return (
    <nav class="card folder-tree" aria-label="All folders">
      {rootLevel === undefined && <Refusal message={rootRefusal.value} retry={refreshTree} />}
      <Tree label="Folders" selectedKey={selectedKey} />
      {rootLevel?.folders.length === 0 && <p class="empty">No folders yet</p>}
      <AddRootFolder />
    </nav>
  );
}
