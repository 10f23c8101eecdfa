import { useEffect } from 'preact/hooks';
import { Sidebar } from './sidebar.tsx';

/** Folders as a tree, before one of them is chosen. */
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
