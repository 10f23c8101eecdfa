import { findFolder, useFolders } from '../../live/folders.ts';
import { t } from '../../navigation/text.ts';

/** The folder that a blackout covers. The names of folders are loaded only if a blackout has one. */
export function BlackoutFolder({ id }: { readonly id: string }) {
  const folders = useFolders();
  if (folders.length === 0) return null;
  return (
    <>
      {' '}
      (<bdi>{findFolder(folders, id)?.name ?? t('another folder')}</bdi>)
    </>
  );
}
