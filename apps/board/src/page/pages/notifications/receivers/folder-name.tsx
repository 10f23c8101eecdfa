import { type Folder, findFolder } from '../../../live/folders.ts';
import { lastSegment } from '../../../navigation/ids.ts';
import { Link } from '../../../navigation/link.tsx';
import { t } from '../../../navigation/text.ts';

interface Props {
  /** Absent: the whole installation. */
  readonly folderId: string | undefined;
  readonly folders: readonly Folder[];
}

/** The folder of a receiver, as a link. */
export const FolderName = ({ folderId, folders }: Props) =>
  folderId === undefined ? (
    t('Whole installation')
  ) : (
    <Link to={`/folders/${lastSegment(folderId)}`}>
      <bdi>{findFolder(folders, folderId)?.name ?? lastSegment(folderId)}</bdi>
    </Link>
  );
