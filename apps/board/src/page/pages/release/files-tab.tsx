import type { ReleaseResponse } from '@slipway/api-schema/plans';
import type { Entity } from '../../api/entity.ts';
import { missingPermissionOn } from '../../api/permissions.ts';
import { FileLink } from '../../components/files.tsx';
import { lastSegment } from '../../navigation/ids.ts';
import { Link } from '../../navigation/link.tsx';
import { AttachmentItem, Attachments } from './attachments.tsx';
import { fileCount, tasksWithFiles } from './plan.ts';
import { releaseUrl, type UrlState } from './url-state.ts';

interface Props {
  readonly release: ReleaseResponse;
  readonly entity: Entity<ReleaseResponse>;
  readonly urlState: UrlState;
}

/** The files of the release and its tasks, and the export of the release. The files of a task are changed in its panel. */
export function FilesTab({ release, entity, urlState }: Props) {
  const count = fileCount(release);
  return (
    <section class="card" aria-labelledby="files-title">
      <header>
        <h2 id="files-title">Files</h2>
        {count > 0 && <span class="badge">{count}</span>}
        <FileLink path={`/releases/${lastSegment(release.id)}/export`}>Export the release</FileLink>
      </header>
      <div class="body files-body">
        <Attachments
          ownerPath={`/releases/${lastSegment(release.id)}`}
          attachments={release.attachments}
          isArchived={urlState.isArchived}
          missingPermission={missingPermissionOn(release, 'attachToRelease')}
          refresh={entity.refresh}
        />
        {tasksWithFiles(release).map(({ id, title, attachments }) => (
          <section key={id}>
            <h3>
              <Link to={releaseUrl(release.id, urlState, id)}>{title}</Link>
            </h3>
            <ul class="files panel-list">
              {attachments.map((attachment) => (
                <AttachmentItem key={attachment.id} attachment={attachment} remove={null} />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </section>
  );
}
