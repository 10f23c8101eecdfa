import { useEffect } from 'preact/hooks';
import FolderOpen from '~icons/lucide/folder-open';
import { EmptyState } from '../../components/empty-state.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { t } from '../../navigation/text.ts';
import { Sidebar } from './sidebar.tsx';

/** The view of the folder tree without a selected folder. */
export function Folders() {
  useEffect(() => {
    document.title = t('Folders · Slipway');
  }, []);
  return (
    <section class="split">
      <Sidebar selectedKey={null} />
      <div>
        <PageHead title="Folders" />
        <div class="card">
          <EmptyState icon={FolderOpen} text="Select a folder" />
        </div>
      </div>
    </section>
  );
}
