xlr {
  template('Aquarium shop from test to production') {
    folder('Aquarium')
    variables {
      stringVariable('build') {
        required false
        showOnReleaseStart false
      }
      stringVariable('changeNumber') {
        required false
        showOnReleaseStart false
      }
      stringVariable('changeSysId') {
        required false
        showOnReleaseStart false
      }
      stringVariable('changeStatus') {
        required false
        showOnReleaseStart false
      }
      mapVariable('tickets') {
        required false
        showOnReleaseStart false
        label 'Open tickets'
      }
      stringVariable('liveChangeNumber') {
        required false
        showOnReleaseStart false
      }
      stringVariable('liveChangeSysId') {
        required false
        showOnReleaseStart false
      }
    }
    scheduledStartDate Date.parse("yyyy-MM-dd'T'HH:mm:ssZ", '2019-08-05T10:00:00+1000')
    tags 'Aquarium', 'Shop'
    phases {
      phase('Test') {
        color '#009CDB'
        tasks {
          custom('Read the open tickets') {
            script {
              type 'jira.Query'
              query 'PROJECT ="AquariumShop" AND status = "open"'
              issues variable('tickets')
            }
          }
          custom('Open a change for the test') {
            script {
              type 'servicenow.CreateRequest'
              shortDescription 'Aquarium shop'
              comments 'Test of the aquarium shop'
              sysId variable('changeSysId')
              'Ticket' variable('changeNumber')
            }
          }
          custom('Build the shop') {
            script {
              type 'jenkins.Build'
              jobName 'AquariumShop'
              buildNumber variable('build')
            }
          }
          custom('Quality of the shop') {
            script {
              type 'sonar.checkCompliance'
              resource 'com.example.aquarium:shop'
            }
          }
          custom('Reserve the test machines') {
            script {
              type 'delivery.mark'
              component 'AquariumShop'
              environment 'Aquarium_Test'
            }
          }
          custom('Install on the test machines') {
            script {
              type 'xldeploy.Deploy'
              retryCounter 'currentContinueRetrial':'0','currentPollingTrial':'0'
              deploymentPackage 'AquariumShop/3.0-${build}'
              deploymentEnvironment 'Aquarium/TEST'
            }
          }
          custom('Return the test machines') {
            script {
              type 'delivery.unmark'
              component 'AquariumShop'
              environment 'Aquarium_Test'
            }
          }
          custom('Message to the testers') {
            script {
              type 'slack.Notification'
              channel '#aquarium'
              message 'AquariumShop/3.0-${build} can be tested'
            }
          }
          custom('Note in the change') {
            script {
              type 'servicenow.UpdateRecord'
              sysId '${changeSysId}'
              content '{\n' +
                      '"work_notes":"AquariumShop/3.0-${build} contains ${tickets}"\n' +
                      '}'
            }
          }
        }
      }
      phase('Acceptance') {
        color '#08B153'
        tasks {
          custom('Wait for the approval of the change') {
            script {
              type 'servicenow.PollingCheckStatus'
              sysId '${changeSysId}'
              pollInterval 10
              statusField 'approval'
              checkForStatus 'Approved'
              status variable('changeStatus')
            }
          }
          gate('Consent of the curator') {
            owner 'carol'
          }
          parallelGroup('Checks') {
            tasks {
              script('Short check') {
                script 'import time\n' +
                       'time.sleep(1)\n' +
                       'print "Short check"'
              }
              script('Long check') {
                script 'import time\n' +
                       'time.sleep(2)\n' +
                       'print "Long check"'
              }
            }
          }
          custom('Close the change of the test') {
            script {
              type 'servicenow.UpdateChangeRequest'
              sysId '${changeSysId}'
              content '{\n' +
                      '"State":"3",\n' +
                      '"Close_code":"Successful",\n' +
                      '"Close_notes":"Tested"\n' +
                      '}'
            }
          }
          custom('Move the tickets') {
            script {
              type 'jira.UpdateIssues'
              issues variable('tickets')
              newStatus 'Completed'
              comment 'Tested with build ${build}, change ${changeNumber}'
            }
          }
        }
      }
      phase('Production') {
        color '#D94C3D'
        tasks {
          custom('Open a change for production') {
            script {
              type 'servicenow.CreateRequest'
              shortDescription 'Aquarium shop'
              comments 'Production of the aquarium shop'
              sysId variable('liveChangeSysId')
              'Ticket' variable('liveChangeNumber')
            }
          }
          custom('Wait for the approval') {
            script {
              type 'servicenow.PollingCheckStatus'
              sysId '${liveChangeSysId}'
              pollInterval 10
              statusField 'approval'
              checkForStatus 'Approved'
              status variable('changeStatus')
            }
          }
          custom('Close the tickets') {
            script {
              type 'jira.UpdateIssues'
              issues variable('tickets')
              newStatus 'Closed'
              comment 'In production with build ${build}, change ${liveChangeNumber}'
            }
          }
          custom('Message to all') {
            script {
              type 'slack.Notification'
              channel '#aquarium'
              message 'AquariumShop/3.0-${build} is in production'
            }
          }
        }
      }
    }
  }
}
