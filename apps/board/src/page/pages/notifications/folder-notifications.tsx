import { RuleList } from './rules/rule-list.tsx';

interface Props {
  readonly folderId: string;
}

/** The notifications of a folder and its subfolders. */
export const FolderNotifications = ({ folderId }: Props) => <RuleList scope={{ folderId }} />;
