import { useEffect } from 'preact/hooks';
import { Sidebar } from './sidebar.tsx';

/** The view of the folder tree without a selected folder. */
export function Folders() {
  useEffect(() => {
    document.title = 'Folders · Slipway';
  }, []);
  return (
    <section class="split">
      <Sidebar selectedKey={null} />
      <div>
        <h1>Folders</h1>
        <p>Select a folder</p>
      </div>
    </section>
  );
}
