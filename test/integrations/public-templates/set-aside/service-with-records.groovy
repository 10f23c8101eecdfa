xlr {
  template('Service of the weather station') {
    folder('Weather')
    variables {
      stringVariable('sha') {
        required false
        showOnReleaseStart false
        value '0000000000000000000000000000000000000000'
      }
      stringVariable('author') {
        required false
        showOnReleaseStart false
        value 'author@example.com'
      }
      stringVariable('notes') {
        required false
        showOnReleaseStart false
        value 'Notes'
      }
      stringVariable('build-number') {
        required false
        showOnReleaseStart false
        value '1'
      }
      stringVariable('build-status') {
        required false
        showOnReleaseStart false
        value 'Passed'
      }
      stringVariable('service-name') {
        required false
        showOnReleaseStart false
        value 'forecast'
      }
      stringVariable('service-version') {
        required false
        showOnReleaseStart false
        value '1.0.0'
      }
      stringVariable('issue') {
        required false
        showOnReleaseStart false
        value 'WTH-7'
      }
      stringVariable('component') {
        required false
        showOnReleaseStart false
        value 'component'
      }
      stringVariable('projectKey') {
        required false
        showOnReleaseStart false
        value 'WTH'
      }
      stringVariable('deliveryId') {
        required false
        showOnReleaseStart false
        value '1'
      }
      stringVariable('old-version') {
        required false
        showOnReleaseStart false
        value '-'
      }
      stringVariable('application-sys-id') {
        required false
        showOnReleaseStart false
        value '1'
      }
      stringVariable('change-sys-id') {
        required false
        showOnReleaseStart false
        value '1'
      }
      stringVariable('change-number') {
        required false
        showOnReleaseStart false
        value '1'
      }
      stringVariable('change-status') {
        required false
        showOnReleaseStart false
        value 'New'
      }
      passwordVariable('tools-password') {
        required false
        showOnReleaseStart false
      }
    }
    description '## Service with records in other systems'
    scheduledStartDate Date.parse("yyyy-MM-dd'T'HH:mm:ssZ", '2020-11-02T09:00:00+0100')
    tags 'weather', 'service'
    scriptUsername 'admin'
    scriptUserPassword '{aes:v0}bm90IGEgc2VjcmV0'
    phases {
      phase('Register') {
        color '#FFAB00'
        tasks {
          custom('Component and project of the issue') {
            script {
              type 'webhook.JsonWebhook'
              'URL' '${global.weather.url}/rest/api/2/issue/${issue}'
              username '${global.weather.user}'
              password variable('global.weather.password')
              result variable('component')
              result2 variable('projectKey')
              result3 variable('service-name')
              jsonPathExpression 'fields.components[0].name'
              jsonPathExpression2 'fields.project.key'
              jsonPathExpression3 'fields.components[0].name'
            }
          }
          custom('Find the delivery') {
            script {
              type 'delivery.FindOrCreateDelivery'
              patternId 'Deliveries/Delivery1'
              searchStrategy 'Search by criteria'
              nameFilter '${projectKey}: ${service-version}'
              fallback true
              title '${projectKey}: ${service-version}'
              deliveryId variable('deliveryId')
            }
          }
          custom('Track the issue') {
            script {
              type 'delivery.RegisterTrackedItems'
              deliveryId '${deliveryId}'
              trackedItems '${issue} ${component}'
            }
          }
        }
      }
      phase('Build') {
        color '#0099CC'
        tasks {
          custom('Last commit') {
            script {
              type 'webhook.JsonWebhook'
              'URL' 'https://git.example.com/repos/weather/${service-name}/branches/master'
              result variable('sha')
              result2 variable('author')
              result3 variable('notes')
              jsonPathExpression 'commit.sha'
              jsonPathExpression2 'commit.commit.author.email'
              jsonPathExpression3 'commit.commit.message'
            }
          }
          custom('Image') {
            script {
              type 'jenkins.Build'
              jenkinsServer 'Weather builds'
              jobName '${service-name}'
              jobParameters 'NOTES=${notes}\n' +
                            'REPLY_TO=${author}'
              buildNumber variable('build-number')
              buildStatus variable('build-status')
            }
          }
          custom('Version from the tag') {
            script {
              type 'github.GetVersionFromTag'
              server 'Weather repositories'
              repositoryName '${service-name}'
              commitId '${sha}'
              tagVersion variable('service-version')
            }
          }
          notification('Mail to the author') {
            addresses '${author}'
            subject '${service-name} ${service-version}'
            body 'Build ${build-number}: ${build-status}'
            replyTo 'builds@example.com'
          }
        }
      }
      phase('Install') {
        color '#D94C3D'
        tasks {
          custom('Version in production') {
            taskFailureHandlerEnabled true
            taskRecoverOp com.xebialabs.xlrelease.domain.recover.TaskRecoverOp.SKIP_TASK
            script {
              type 'xld.GetLastVersionDeployed'
              server 'Weather deployments'
              environmentId 'Environments/weather-prod'
              applicationName 'deployment-${service-name}'
              applicationId variable('old-version')
            }
          }
          custom('Write the files') {
            script {
              type 'remoteScript.Unix'
              script 'mkdir -p /tmp/files && echo $HOME > /tmp/files/home'
              scriptIgnoreVariableInterpolation true
              remotePath '/tmp'
              address 'tools.example.com'
              username 'weather'
              password variable('tools-password')
            }
          }
          custom('Move the issue') {
            script {
              type 'jira.UpdateIssue'
              jiraServer 'Weather issues'
              issueId '${issue}'
              newStatus 'In test'
              comment '${service-name} ${service-version} is on the test machines'
            }
          }
          custom('Message to the meteorologists') {
            script {
              type 'slack.Notification'
              server 'Weather chat'
              channel '#weather'
              message '${service-name} ${service-version} can be tested'
            }
          }
          custom('Wait for the test') {
            script {
              type 'jira.CheckIssue'
              jiraServer 'Weather issues'
              issueId '${issue}'
              expectedStatusList 'Tested', 'Done'
            }
          }
        }
      }
      phase('Record') {
        color '#991C71'
        tasks {
          custom('Find the item') {
            script {
              type 'servicenow.FindCIByName'
              servicenowServer 'Weather tickets'
              tableName 'cmdb_ci_appl'
              ciName '${service-name}'
              sysId variable('application-sys-id')
            }
          }
          custom('Request the change') {
            script {
              type 'servicenow.CreateChangeRequest'
              servicenowServer 'Weather tickets'
              shortDescription '${service-name} ${service-version}'
              description 'Build ${build-number}'
              ciSysId '${application-sys-id}'
              sysId variable('change-sys-id')
              'Ticket' variable('change-number')
            }
          }
          custom('Wait for the change') {
            script {
              type 'servicenow.PollingCheckStatus'
              servicenowServer 'Weather tickets'
              sysId '${change-sys-id}'
              checkForStatus 'Implement'
              ticket variable('change-number')
              status variable('change-status')
            }
          }
        }
      }
    }
  }
}
