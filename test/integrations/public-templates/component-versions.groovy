xlr {
  template('Rates service') {
    folder('Bank/Services')
    variables {
      stringVariable('commit') {
        required false
        showOnReleaseStart false
      }
      stringVariable('mail') {
        required false
        showOnReleaseStart false
      }
      stringVariable('text') {
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
      stringVariable('old-version') {
        required false
        showOnReleaseStart false
      }
      stringVariable('new-version') {
        required false
        showOnReleaseStart false
      }
      stringVariable('component-version') {
      }
    }
    scheduledStartDate Date.parse("yyyy-MM-dd'T'HH:mm:ssZ", '2020-02-03T09:00:00+0100')
    phases {
      phase('Commit') {
        color '#08B153'
        tasks {
          manual('Begin') {
            owner 'admin'
            plannedDuration 3600
          }
          custom('Read the last commit') {
            script {
              type 'webhook.JsonWebhook'
              'URL' 'https://git.example.com/repos/bank/rates/branches/master'
              result variable('commit')
              result2 variable('mail')
              result3 variable('text')
              jsonPathExpression 'commit.sha'
              jsonPathExpression2 'commit.commit.author.email'
              jsonPathExpression3 'commit.commit.message'
            }
          }
          custom('Compile') {
            script {
              type 'jenkins.Build'
              jenkinsServer 'Bank builds'
              jobName 'rates'
              jobParameters 'NOTES=${text}\n' +
                            'REPLY_TO=${mail}'
              buildNumber variable('build-number')
              buildStatus variable('build-status')
            }
          }
          custom('Quality gate of rates') {
            taskRecoverOp com.xebialabs.xlrelease.domain.recover.TaskRecoverOp.RUN_SCRIPT
            script {
              type 'sonar.checkCompliance'
              sonarServer 'Bank quality'
              resource 'com.example.bank:rates'
            }
          }
        }
      }
      phase('Package') {
        color '#FD8D10'
        tasks {
          custom('Read the last package') {
            script {
              type 'xld.GetLatestVersion'
              server 'Bank deployments'
              applicationId 'Applications/Bank/rates'
              stripApplications false
              packageId variable('old-version')
            }
          }
          externalScript('Increase the version') {
            url 'https://files.example.com/scripts/increase_version.py'
          }
          custom('Upload the package') {
            script {
              type 'remoteScript.Unix'
              script '/opt/tools/package.sh --name rates --version ${new-version}'
              address 'tools.example.com'
              username 'packager'
            }
          }
          gate('To acceptance') {
            owner 'admin'
            plannedDuration 3600
          }
        }
      }
      phase('Acceptance') {
        color '#0099CC'
        tasks {
          custom('Mark the package as tested') {
            script {
              type 'xld.UpdateCIProperty'
              server 'Bank deployments'
              ciID 'Applications/Bank/rates/${new-version}'
              ciProperty 'isTested'
              propertyValue 'true'
            }
          }
        }
      }
    }
    releaseTriggers {
      gitPoll('Commits of rates') {
        releaseTitle 'Rates ${commitId}'
        enabled false
        variables {
          stringVariable('component-version') {
          }
        }
      }
    }
  }
}
