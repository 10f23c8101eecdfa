xlr {
  template('Library of the train tables') {
    folder('Trains/Parts')
    variables {
      stringVariable('sha') {
        required false
        showOnReleaseStart false
      }
      stringVariable('author') {
        required false
        showOnReleaseStart false
      }
      stringVariable('notes') {
        required false
        showOnReleaseStart false
      }
      stringVariable('build-number') {
        required false
        showOnReleaseStart false
      }
      stringVariable('build-status') {
        required false
        showOnReleaseStart false
      }
      stringVariable('part-version') {
      }
      stringVariable('id.of.release') {
        required false
        showOnReleaseStart false
      }
      stringVariable('id.of.phase') {
        required false
        showOnReleaseStart false
      }
    }
    scriptUsername 'admin'
    phases {
      phase('Commit') {
        color '#08B153'
        tasks {
          custom('Last commit of the tables') {
            script {
              type 'webhook.JsonWebhook'
              'URL' 'https://git.example.com/repos/trains/tables/branches/master'
              result variable('sha')
              result2 variable('author')
              result3 variable('notes')
              jsonPathExpression 'commit.sha'
              jsonPathExpression2 'commit.commit.author.email'
              jsonPathExpression3 'commit.commit.message'
            }
          }
          custom('Compile the tables') {
            script {
              type 'jenkins.Build'
              jenkinsServer 'Train builds'
              jobName 'tables'
              jobParameters 'NOTES=${notes}\n' +
                            'REPLY_TO=${author}'
              buildNumber variable('build-number')
              buildStatus variable('build-status')
            }
          }
          custom('Quality of the tables') {
            taskRecoverOp com.xebialabs.xlrelease.domain.recover.TaskRecoverOp.RUN_SCRIPT
            script {
              type 'sonar.checkCompliance'
              sonarServer 'Train quality'
              resource 'com.example.trains:tables'
            }
          }
        }
      }
      phase('Use') {
        color '#991C71'
        tasks {
          notification('Mail to the users of the library') {
            addresses 'users@example.com'
            subject 'New version of the tables'
            body 'Build ${build-number} is available.'
          }
          custom('Change the version in the web site') {
            script {
              type 'remoteScript.Unix'
              script './change-version.sh ${part-version}-${build-number}'
              remotePath '/opt/tools'
              address 'tools.example.com'
              username 'trains'
              password '{aes:v0}bm90IGEgc2VjcmV0'
            }
          }
        }
      }
      phase('Restart') {
        color '#FD8D10'
        tasks {
          sequentialGroup('Find the release') {
            tasks {
              custom('Its id') {
                script {
                  type 'webhook.JsonWebhook'
                  'URL' 'http://release.example.com/api/v1/releases/byTitle?releaseTitle=site%20${part-version}'
                  username 'admin'
                  password '{aes:v0}bm90IGEgc2VjcmV0'
                  result variable('id.of.release')
                  jsonPathExpression '[-1].id'
                }
              }
              custom('The id of its phase') {
                script {
                  type 'webhook.JsonWebhook'
                  'URL' 'http://release.example.com/api/v1/phases/byTitle?phaseTitle=Commit&releaseId=${id.of.release}'
                  username 'admin'
                  password '{aes:v0}bm90IGEgc2VjcmV0'
                  result variable('id.of.phase')
                  jsonPathExpression '[-1].id'
                }
              }
            }
          }
          custom('Restart the phase') {
            script {
              type 'webhook.JsonWebhook'
              'URL' 'http://release.example.com/api/v1/releases/${id.of.release}/restart?fromPhaseId=${id.of.phase}&phaseVersion=LATEST&resume=false'
              method 'POST'
              username 'admin'
              password '{aes:v0}bm90IGEgc2VjcmV0'
            }
          }
        }
      }
    }
    releaseTriggers {
      gitPoll('Commits of the tables') {
        releaseTitle 'Tables ${commitId}'
        enabled false
        variables {
          stringVariable('part-version') {
            value '2.0.0'
          }
        }
      }
    }
  }
}
