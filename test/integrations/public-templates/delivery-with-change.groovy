xlr {
  template('Weekly bundle of the ferry services') {
    folder('Ferries/Bundles')
    variables {
      stringVariable('bundleId') {
        required false
        showOnReleaseStart false
      }
      stringVariable('bundleName') {
        label 'Bundle name'
      }
      mapVariable('tickets') {
        required false
        showOnReleaseStart false
      }
      listVariable('items') {
        required false
        showOnReleaseStart false
        label 'Tickets as tracked items'
      }
      mapVariable('changeData') {
        required false
        showOnReleaseStart false
      }
      stringVariable('changeSysId') {
        required false
        showOnReleaseStart false
      }
      stringVariable('changeNumber') {
        required false
        showOnReleaseStart false
      }
    }
    scheduledStartDate Date.parse("yyyy-MM-dd'T'HH:mm:ssZ", '2021-06-07T08:00:00+0200')
    tags 'ferries', 'bundle'
    scriptUsername 'runner'
    phases {
      phase('Collect') {
        color '#00875A'
        tasks {
          custom('Start the bundle') {
            team 'Planners'
            script {
              type 'delivery.CreateDelivery'
              title '${bundleName}'
              deliveryId variable('bundleId')
            }
          }
          custom('Read the tickets') {
            team 'Planners'
            script {
              type 'jira.Query'
              query 'project = FERRY AND issuetype in (Bug, Story) AND labels = NextBundle'
              issues variable('tickets')
            }
          }
          script('Make a list of the tickets') {
            team 'Planners'
            script (['''\
found = []

for key, summary in releaseVariables['tickets'].items():
    found.append('{} {}'.format(key, summary))

releaseVariables['items'] = found
'''])
          }
          custom('Track the tickets') {
            team 'Planners'
            script {
              type 'delivery.RegisterTrackedItems'
              deliveryId '${bundleId}'
              trackedItems variable('items')
            }
          }
        }
      }
      phase('Test') {
        color '#CC4A3C'
        tasks {
          custom('Wait for the tests') {
            team 'Planners'
            script {
              type 'delivery.WaitForStage'
              deliveryId '${bundleId}'
            }
          }
          notification('Mail to the product owners') {
            team 'Planners'
            subject '${bundleName}: tests have finished'
            body 'The bundle ${bundleName} can be approved.'
          }
        }
      }
      phase('Approve') {
        color '#FFAB00'
        tasks {
          custom('Request the change') {
            team 'Operators'
            script {
              type 'servicenow.CreateChangeRequest'
              data variable('changeData')
              shortDescription 'Roll out ${bundleName}'
              description 'Bundle ${bundleName} (${bundleId}) of ${release.title}'
              assignmentGroup 'Change Board'
              state 'Assess'
              priority '2 - High'
              sysId variable('changeSysId')
              'Ticket' variable('changeNumber')
            }
          }
          custom('Wait for production') {
            team 'Planners'
            script {
              type 'delivery.WaitForStage'
              deliveryId '${bundleId}'
            }
          }
          custom('Close the change') {
            team 'Operators'
            script {
              type 'servicenow.UpdateChangeRequest'
              data variable('changeData')
              assignmentGroup 'Change Managers'
              state 'Closed'
              'Ticket' variable('changeNumber')
              shortDescription 'Roll out ${bundleName}'
              sysId '${changeSysId}'
              closeCode 'successful'
              closeNotes '${bundleName} (${bundleId}) is in production'
            }
          }
        }
      }
    }
  }
}
