import { useEffect } from 'preact/hooks';
import { Lazy } from '../../components/lazy.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { t } from '../../navigation/text.ts';
import { Sidebar } from './sidebar.tsx';

const loadVariables = async () => (await import('./global-variables.tsx')).GlobalVariables;

/** The view of the folder tree without a selected folder, with the global variables. */
export function Folders() {
  useEffect(() => {
    document.title = t('Folders · Slipway');
  }, []);
  return (
    <section>
      <PageHead title="Folders" meta={t('Select a folder, or change the variables that all folders can use.')} />
      <div class="split">
        <Sidebar selectedKey={null} />
        <div>
          <h2>Global variables</h2>
          <Lazy load={loadVariables} props={{}} />
        </div>
      </div>
    </section>
  );
}
